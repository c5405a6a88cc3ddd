"""Count the appends a second of the journal, in SQLite and in PostgreSQL, beside the engine alone.

    python -m tools.bench.journal --seconds 2 --matches 200

The peer, measured in the same run, writes as many events in each transaction and does nothing else: by one
statement in SQLite, by psycopg's `executemany` in PostgreSQL.
"""

import argparse
import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import uvloop

from zaria.live.journal.base import Journal, Mark, Row
from zaria.live.journal.factory import connect

BODY = b'{"t":"turn_played","at":1790000000000,"side":1,"text":"13/8 6/5","board":"-b----e-c---e----"}'
SECRET = bytes(32)
_BARE = "m text, seq int, at bigint, kind text, body blob, a text, c text, PRIMARY KEY(m, seq)"


class Speed(NamedTuple):
    """Appends a second, how long (ms) half of them and 99 of 100 waited, what one cost this process (µs)."""

    appends: float
    p50: float
    p99: float
    cpu: float


async def speed(journal: Journal, matches: int = 200, seconds: float = 2.0) -> Speed:
    """Append to so many new matches at once, to each again as soon as the last is kept."""
    stem = f"bench{time.time_ns():x}"
    ids = [f"{stem}-{i}" for i in range(matches)]
    await asyncio.gather(
        *(journal.open(match_id, SECRET, b"[]", [Row(0, 1, "opened", BODY)]) for match_id in ids)
    )
    waits: list[float] = []
    began, spent = time.perf_counter(), time.process_time()
    await asyncio.gather(*(_appending(journal, match_id, began + seconds, waits) for match_id in ids))
    lasted, spent = time.perf_counter() - began, time.process_time() - spent
    cuts = statistics.quantiles(waits, n=100)
    return Speed(len(waits) / lasted, cuts[49] * 1000, cuts[98] * 1000, spent / len(waits) * 1e6)


def _appending(journal: Journal, match_id: str, until: float, waits: list[float]) -> "asyncio.Future[None]":
    over = asyncio.get_running_loop().create_future()
    seq, sent = 0, 0.0

    def send() -> None:
        nonlocal seq, sent
        seq, sent = seq + 1, time.perf_counter()
        journal.append(match_id, [Row(seq, 1, "turn_played", BODY, "ann", f"c{seq}")], Mark.NONE, done)

    def done(error: Exception | None) -> None:
        now = time.perf_counter()
        waits.append(now - sent)
        if error is not None:
            over.set_exception(error)
        elif now < until:
            send()
        else:
            over.set_result(None)

    send()
    return over


def bare_sqlite(path: Path, batch: int, seconds: float) -> float:
    """Events a second by one statement for each batch, `synchronous=FULL`."""
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute(f"CREATE TABLE bare({_BARE}) WITHOUT ROWID")
    text = f"INSERT INTO bare VALUES {','.join(['(?,?,?,?,?,?,?)'] * batch)}"

    def write(seq: int) -> None:
        db.execute(text, [value for i in range(batch) for value in _event(i, seq)])

    rate = _repeated(write, batch, seconds)
    db.close()
    return rate


def bare_postgresql(url: str, batch: int, seconds: float) -> float:
    """Events a second by psycopg's `executemany` in a transaction for each batch."""
    import psycopg

    with psycopg.connect(url) as db:
        db.execute("DROP TABLE IF EXISTS bare")
        db.execute(f"CREATE TABLE bare({_BARE.replace('blob', 'bytea')})")
        db.commit()

        def write(seq: int) -> None:
            rows = [_event(i, seq) for i in range(batch)]
            db.cursor().executemany("INSERT INTO bare VALUES(%s,%s,%s,%s,%s,%s,%s)", rows)
            db.commit()

        return _repeated(write, batch, seconds)


def _event(match: int, seq: int) -> tuple[str | int | bytes, ...]:
    return f"m{match}", seq, 1, "turn_played", BODY, "ann", f"c{seq}"


def _repeated(write: Callable[[int], None], batch: int, seconds: float) -> float:
    began, seq = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        write(seq)
        seq += 1
    return seq * batch / (time.perf_counter() - began)


async def _measured(url: str | None, home: Path, matches: int, seconds: float) -> Speed:
    journal = await connect(url, home)
    try:
        return await speed(journal, matches, seconds)
    finally:
        await journal.close()


def _line(name: str, result: Speed, peer: float) -> None:
    print(
        f"{name:<11}{result.appends:8,.0f} appends/s  p50 {result.p50:5.1f} ms  p99 {result.p99:5.1f} ms"
        f"  {result.cpu:5.1f} µs of this process each  bare {peer:8,.0f}  ratio {result.appends / peer:.2f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=2.0)
    args = parser.parse_args()
    from tests.support.services import Postgres

    with tempfile.TemporaryDirectory() as home, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        result = runner.run(_measured(None, Path(home), args.matches, args.seconds))
        _line("SQLite", result, bare_sqlite(Path(home) / "bare", args.matches, args.seconds / 2))
        server = Postgres(fsync=True)
        try:
            server.start()
            result = runner.run(_measured(server.database(), Path(home), args.matches, args.seconds))
            _line("PostgreSQL", result, bare_postgresql(server.url("test"), args.matches, args.seconds / 2))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
