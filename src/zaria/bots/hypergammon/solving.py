"""Solves hypergammon, and makes the file of its table; a stop loses a minute or one sweep."""

import time
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from zaria.bots.hypergammon import table
from zaria.bots.hypergammon.layout import EQUITY, OUTCOME
from zaria.bots.hypergammon.solver import Solver
from zaria.bots.hypergammon.turns import Turns

ENOUGH = {EQUITY: 2e-6, OUTCOME: 1e-5}
"""The greatest change in a whole sweep at which a table is done, in points and in chances."""
WHOLE_SWEEPS = 4
"""One in so many sweeps computes every position; the others leave out what hardly changes."""
EVERY_S = 60
"""Seconds between two times that what was computed is stored."""
NAMES = {EQUITY: "equities", OUTCOME: "chances"}


def solve(
    path: Path, cores: int, report: Callable[[str], None], checkers: int = 3, every_s: float = EVERY_S
) -> None:
    """Write the table of hypergammon to `path`, solved in so many threads.

    `report` gets a line for each sweep. Every `every_s` seconds what was computed is stored in files beside
    `path`, from which another call goes on; they are removed in the end. With fewer
    `checkers` only positions with so many a side are solved. Raises `OSError`.
    """
    turns = Turns()
    turns.list_all()
    solver = Solver(turns, checkers)
    with ThreadPoolExecutor(cores) as pool:
        for kind in (EQUITY, OUTCOME):
            _sweep(solver, kind, _state(path, kind), pool, cores, report, every_s)
    table.write(path, solver)
    for kind in (EQUITY, OUTCOME):
        _state(path, kind).unlink(missing_ok=True)


def _sweep(
    solver: Solver,
    kind: int,
    state: Path,
    pool: ThreadPoolExecutor,
    cores: int,
    report: Callable[[str], None],
    every_s: float,
) -> None:
    """Sweep until hardly anything changes."""
    solver.begin(kind)
    if state.exists():
        _restore(solver, kind, state)
    sweeps, change, stored = 0, 1.0, time.monotonic()
    while change > ENOUGH[kind] or sweeps % WHOLE_SWEEPS != 1:
        change = solver.sweep(kind, full=sweeps % WHOLE_SWEEPS == 0, pool=pool, parts=cores)
        sweeps += 1
        if time.monotonic() - stored > every_s:
            _store(solver, kind, state)
            stored = time.monotonic()
        report(f"{NAMES[kind]}: sweep {sweeps}, greatest change {change:.6f}")


def _state(path: Path, kind: int) -> Path:
    """Return where a run keeps what it has computed."""
    return path.with_name(f"{path.name}.{NAMES[kind]}")


def _store(solver: Solver, kind: int, state: Path) -> None:
    """Write what was computed, atomically."""
    temporary = state.with_name(state.name + ".new")
    with temporary.open("wb") as file:
        file.write(memoryview(solver.equity if kind == EQUITY else solver.chances))
    temporary.replace(state)


def _restore(solver: Solver, kind: int, state: Path) -> None:
    """Take what an earlier run has computed; a file of another length is left alone."""
    size = len(solver.equity if kind == EQUITY else solver.chances)
    if state.stat().st_size != 4 * size:
        return
    if kind == EQUITY:
        solver.equity = array("i", state.read_bytes())
    else:
        solver.chances = array("f", state.read_bytes())
