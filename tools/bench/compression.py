"""Measure the disk that finished matches take in rows and compressed, in SQLite and in PostgreSQL.

    python -m tools.bench.compression var/live.sqlite3

The finished matches of a journal are copied, measured, compressed and measured again. A peer, LZMA over the
same bytes, is measured in the same run.
"""

import argparse
import asyncio
import lzma
import sqlite3
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from zaria.live.journal import compressed
from zaria.live.journal.base import Listing, Mark, Row, Stored
from zaria.live.journal.compression import connect as connect_compression
from zaria.live.journal.factory import FILE, connect

TABLES = ("event", "compressed")
_LITE = """
SELECT sum(s.pgsize) FROM dbstat s JOIN sqlite_master m ON m.name = s.name
WHERE s.aggregate = TRUE AND m.tbl_name = ?
"""
_LZMA = [{"id": lzma.FILTER_LZMA2, "preset": 6, "dict_size": 2**20}]
Stock = dict[str, Stored]


async def read(path: Path) -> Stock:
    """Read the finished matches of a journal."""
    journal = await connect(None, path.parent)
    mark, matches = (0, ""), {}
    while page := await journal.finished(mark, 500):
        for _, match_id in page:
            stored = await journal.load(match_id)
            if stored is not None and stored.rows:
                matches[match_id] = stored
        mark = page[-1]
    await journal.close()
    return matches


async def fill(url: str | None, home: Path, matches: Stock) -> None:
    """Store matches in an empty journal, the events of all in turn, as they come while people play."""
    journal = await connect(url, home)
    loop = asyncio.get_running_loop()
    for match_id, stored in matches.items():
        await journal.open(
            match_id, stored.secret, stored.places, stored.rows[:1], Listing(3, b"{}", ("", ""))
        )
    for number in range(1, max(len(stored.rows) for stored in matches.values())):
        appends = []
        for match_id, stored in matches.items():
            if number < len(stored.rows):
                done: asyncio.Future[Exception | None] = loop.create_future()
                mark = Mark.OVER if number == len(stored.rows) - 1 else Mark.NONE
                journal.append(match_id, stored.rows[number : number + 1], mark, done.set_result)
                appends.append(done)
        for error in await asyncio.gather(*appends):
            if error is not None:
                raise error
    await journal.close()


def compress_all(url: str | None, home: Path, matches: Stock) -> float:
    """Compress all matches; return the milliseconds for one."""
    began = time.perf_counter()
    with connect_compression(url, home) as compression:
        for match_id in matches:
            if not compression.compress(match_id):
                raise ValueError(f"match {match_id} is not over")
    return (time.perf_counter() - began) * 1000 / len(matches)


def sizes_in_sqlite(home: Path) -> dict[str, int]:
    """The bytes of both tables."""
    with closing(sqlite3.connect(home / FILE)) as file:
        return {table: file.execute(_LITE, (table,)).fetchone()[0] for table in TABLES}


def sizes_in_postgresql(url: str) -> dict[str, int]:
    """The bytes of both tables, without the space that deleted rows have left."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as db:
        db.execute("VACUUM FULL live.event")
        query = "SELECT pg_total_relation_size(('live.' || %s)::regclass)"
        return {table: db.execute(query, (table,)).fetchone()[0] for table in TABLES}  # type: ignore[index]


def measure(
    name: str, url: str | None, home: Path, matches: Stock, sizes: Callable[[], dict[str, int]]
) -> None:
    asyncio.run(fill(url, home, matches))
    before = sizes()
    spent_ms = compress_all(url, home, matches)
    after = sizes()
    rows, bodies = ((size["event"] + size["compressed"]) / len(matches) / 1000 for size in (before, after))
    print(
        f"{name:<11} {rows:5.1f} KB a match in rows, {bodies:4.1f} KB compressed, {spent_ms:.1f} ms for each"
    )


def compare(matches: Sequence[list[Row]]) -> None:
    """Print the bytes and milliseconds of zlib, as stored, and of LZMA."""
    began = time.perf_counter()
    bodies = [compressed.compress(rows) for rows in matches]
    zlib_ms = (time.perf_counter() - began) * 1000 / len(matches)
    raw = [zlib.decompress(body) for body in bodies]
    began = time.perf_counter()
    peers = [lzma.compress(body, format=lzma.FORMAT_RAW, filters=_LZMA) for body in raw]
    lzma_ms = (time.perf_counter() - began) * 1000 / len(matches)
    whole, packed, peer = (sum(map(len, parts)) / len(matches) / 1000 for parts in (raw, bodies, peers))
    print(f"zlib: {packed:.1f} KB of {whole:.1f} in {zlib_ms:.1f} ms; LZMA: {peer:.1f} in {lzma_ms:.1f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("journal", type=Path, help=f"the {FILE} of a club that is closed")
    source = parser.parse_args().journal
    from tests.support.services import Postgres

    with tempfile.TemporaryDirectory() as folder:
        original, copy = Path(folder) / "original", Path(folder) / "copy"
        original.mkdir()
        copy.mkdir()
        with closing(sqlite3.connect(source)) as file, closing(sqlite3.connect(original / FILE)) as target:
            file.backup(target)
        matches = asyncio.run(read(original / FILE))
        events = sum(len(stored.rows) for stored in matches.values()) / len(matches)
        print(f"{len(matches)} matches of {events:.0f} events")
        compare([stored.rows for stored in matches.values()])
        measure("SQLite", None, copy, matches, lambda: sizes_in_sqlite(copy))
        server = Postgres()
        try:
            server.start()
            url = server.database()
            measure("PostgreSQL", url, copy, matches, lambda: sizes_in_postgresql(url))
        finally:
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
