"""The processor time of Debian's `gnubg` for hints on a list of positions, asked over its command line.

It prunes at every depth, while the package on PyPI is asked without pruning at 1 ply.
"""

import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Sequence

from tools.bench.peers.row import MissingPeerError
from tools.bench.strength.players import rolled

from zaria.games.protocols import Position
from zaria.games.tables import position_ids

PLACES = ("gnubg", "/usr/games/gnubg")
PREPARE = (
    "set automatic roll off",
    "set automatic game off",
    "set player 0 human",
    "set player 1 human",
    "set output matchpc off",
    "set display off",
    "set evaluation chequerplay evaluation cubeful off",
    "set evaluation chequerplay evaluation noise 0",
    "new session",
    "set jacoby off",
    "set turn 0",
)
LONGEST = 120.0
"""Seconds that a list may take by the clock."""


def program(places: Sequence[str] = PLACES) -> str:
    """Return the path of the program; raises `MissingPeerError`."""
    path = next(filter(None, map(shutil.which, places)), None)
    if path is None:
        raise MissingPeerError("the program gnubg is not here: make bench installs it where apt may")
    return path


def seconds_of_hints(positions: Sequence[Position], ply: int) -> float:
    """Processor seconds for the best turn of each rolled position, less those of the list without hints.

    Raises `MissingPeerError` if the program is missing or does not answer each in time.
    """
    return max(1e-3, _seconds(positions, ply) - _seconds(positions, None))


def _seconds(positions: Sequence[Position], ply: int | None) -> float:
    """Processor seconds of the program for a list; `ply` None: without hints."""
    depth = [f"set evaluation chequerplay evaluation plies {ply or 0}"]
    lines = [*depth, *PREPARE]
    for position in positions:
        first, second = rolled(position)
        mover, opponent = position.counts(position.turn), position.counts(1 - position.turn)
        lines += [f"set board {position_ids.gnubg_id(mover, opponent)}", f"set dice {first} {second}"]
        lines += ["hint 1"] if ply is not None else []
    before = _children()
    with tempfile.TemporaryDirectory() as home:
        # In the home of a member their own settings would count.
        try:
            done = subprocess.run(
                [program(), "-t", "-q", "-r"],
                input="\n".join([*lines, "quit", "y", ""]),
                capture_output=True,
                text=True,
                timeout=LONGEST,
                env={**os.environ, "HOME": home},
            )
        except subprocess.TimeoutExpired:
            raise MissingPeerError(f"{len(positions)} hints took longer than {LONGEST:.0f} s") from None
    answers = done.stdout.count("    1. ")
    if ply is not None and answers < sum(bool(position.turns()) for position in positions):
        raise MissingPeerError(f"{answers} hints for {len(positions)} positions")
    return _children() - before


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
