"""Start, memory, sweep, list and backup with 100,000 waiting tables by the day, and in an empty club.

Each table is a match of tabla in its thirtieth event. Both clubs are measured in turn, each in a process of
its own, and every figure is printed beside that of the empty club.

    python -m tools.bench.waiting_tables [--tables 100000] [--due 200] [--rounds 3]
"""

import argparse
import asyncio
import json
import os
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.match.dice_matches import Table

from zaria.live.app import Live
from zaria.live.config import LiveConfig
from zaria.live.journal.factory import FILE, connect
from zaria.live.journal.rows import rows
from zaria.live.matches.cards import listing
from zaria.live.matches.live_match import encode_places
from zaria.match import commands as cmd
from zaria.match.terms import DAY_MS, ClockTerms, Terms

EVENTS = 30
PLAYERS = 5_000
AT_ONCE = 2_000


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--due", type=int, default=200, help="tables whose time is over")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(asyncio.run(measured(options.measure, options.due))))
        return 0
    with tempfile.TemporaryDirectory() as directory:
        full, empty = Path(directory, "full"), Path(directory, "empty")
        for home, tables in ((full, options.tables), (empty, 0)):
            home.mkdir()
            asyncio.run(prepare(home))
            fill(home / FILE, tables, options.due)
        size = (full / FILE).stat().st_size / 2**20
        print(f"{options.tables} tables of {EVENTS} events, {size:.0f} MiB")
        results: dict[Path, list[dict[str, float]]] = {full: [], empty: []}
        for _ in range(options.rounds):
            for home in (full, empty):
                results[home].append(_in_a_process(home, options.due))
        _report(results[full], results[empty])
    return 0


def _in_a_process(home: Path, due: int) -> dict[str, float]:
    command = [sys.executable, "-m", "tools.bench.waiting_tables", "--measure", str(home), "--due", str(due)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ).stdout
    figures: dict[str, float] = json.loads(printed.splitlines()[-1])
    return figures


def _report(full: list[dict[str, float]], empty: list[dict[str, float]]) -> None:
    for name in full[0]:
        with_tables = statistics.median(round_[name] for round_ in full)
        without = statistics.median(round_[name] for round_ in empty)
        ratio = f"{with_tables / without:.2f}" if without else "–"
        print(f"{name:40} {with_tables:10.2f} {without:10.2f}   ratio {ratio}")


async def prepare(home: Path) -> None:
    """Create an empty journal."""
    journal = await connect(None, home)
    await journal.close()


def fill(path: Path, tables: int, due: int) -> None:
    """Write tables into a journal; `due` of them are overdue."""
    now = time.time_ns() // 1_000_000
    played = _played(now - DAY_MS)
    events = [tuple(row) for row in rows(0, played.events)]
    places = encode_places((None, None))
    card = listing(played.match, (None, None), public=False, since=now, n=len(events) - 1)
    side = played.match.to_act()
    with sqlite3.connect(path, isolation_level=None) as db:
        db.execute("PRAGMA synchronous = OFF")
        for start in range(0, tables, AT_ONCE):
            numbers = range(start, min(start + AT_ONCE, tables))
            db.execute("BEGIN")
            db.executemany(
                "INSERT INTO match(id, created, secret, places, listed, shown, card, player0, player1)"
                " VALUES(?,?,?,?,?,?,?,?,?)",
                ((f"t{n}", now, played.dice.secret, places, None, 0, card.body, *_pair(n)) for n in numbers),
            )
            db.executemany("INSERT INTO event VALUES(?,?,?,?,?,?,?)", _event_rows(numbers, events))
            db.executemany(
                "INSERT INTO wait(match_id, player0, player1, side, since, due, n) VALUES(?,?,?,?,?,?,?)",
                (
                    (f"t{n}", *_pair(n), side, now - n, now - 1 if n < due else now + DAY_MS + n, EVENTS)
                    for n in numbers
                ),
            )
            db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _event_rows(numbers: range, events: list[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    return ((f"t{n}", *event) for n in numbers for event in events)


def _pair(number: int) -> tuple[str, str]:
    return f"p{number % PLAYERS}", f"p{(number * 7 + 1) % PLAYERS}"


def _played(now: int) -> Table:
    """A match by the day of so many events, in which both sides have acted."""
    table = Table(Terms("tabla", clock=ClockTerms.by_days(2)))
    while len(table.events) < EVENTS:
        table.act(cmd.Roll()) if table.match.phase == "roll" else table.play()
    return table


async def measured(home: Path, due: int) -> dict[str, float]:
    """Start live play on a journal; return seconds, and MiB of memory."""
    begun = time.perf_counter()
    live = await Live.start(LiveConfig(path=home / FILE))
    await live.day_sweep.close()
    started = time.perf_counter()
    memory = _memory()
    tables = await live.waiting_tables("p17")
    listed = time.perf_counter()
    overdue = await live.journal.overdue(live.now(), due)
    looked = time.perf_counter()
    await live.stop()
    copied_at = time.perf_counter()
    _copy(home / FILE, home / "copy")
    copied = time.perf_counter()
    (home / "copy").unlink()
    return {
        "start, s": started - begun,
        "memory after the start, MiB": memory,
        "tables in memory": float(len(live.host or ())),
        "tables of a member": float(len(tables)),
        "list of a member, ms": (listed - started) * 1000,
        "overdue tables": float(len(overdue)),
        "overdue tables by the index, ms": (looked - listed) * 1000,
        "copy of the journal while it is open, s": copied - copied_at,
    }


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _copy(path: Path, target: Path) -> None:
    with sqlite3.connect(path) as source, sqlite3.connect(target) as copy:
        source.backup(copy, pages=4096)


if __name__ == "__main__":
    sys.exit(main())
