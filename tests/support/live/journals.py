"""Journals for tests that hold for all of them: a SQLite file or a PostgreSQL database."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from tests.support.patience import PATIENCE
from zaria.live.journal.base import Done, Journal, Row
from zaria.live.journal.factory import connect

SECRET = bytes(32)


class Engine(NamedTuple):
    """`url` is None for the file in `home`."""

    url: str | None
    home: Path

    async def connect(self) -> Journal:
        return await connect(self.url, self.home)

    @property
    def file(self) -> Path:
        return self.home / "live.sqlite3"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing can be written meanwhile, so that what is appended gathers."""
        if self.url is None:
            with closing(sqlite3.connect(self.file, isolation_level=None)) as connection:
                connection.execute("BEGIN IMMEDIATE")
                yield
                connection.execute("COMMIT")
        else:
            with psycopg.connect(self.url) as db:
                db.execute("LOCK TABLE live.event IN EXCLUSIVE MODE")
                yield

    def execute(self, statement: str) -> None:
        """For what a journal never does by itself. Tables are named as in SQLite."""
        if self.url is None:
            with closing(sqlite3.connect(self.file, isolation_level=None)) as db:
                db.execute(statement)
        else:
            with psycopg.connect(self.url, autocommit=True) as db:
                db.execute("SET search_path = live")
                db.execute(statement)

    def plan(self, question: str) -> str:
        """The engine's answer, were the tables large."""
        if self.url is None:
            with closing(sqlite3.connect(self.file)) as db:
                return str(db.execute(f"EXPLAIN QUERY PLAN {question}").fetchall())
        with psycopg.connect(self.url) as db:
            db.execute("SET search_path = live; SET enable_seqscan = off; SET enable_bitmapscan = off")
            return str(db.execute(f"EXPLAIN {question}").fetchall())


def rows(*seqs: int, kind: str = "x") -> list[Row]:
    return [Row(seq, 1000 + seq, kind, b'{"n":%d}' % seq) for seq in seqs]


class Outcomes:
    """Collects what `done` is called with."""

    def __init__(self) -> None:
        self.got: dict[str, Exception | None] = {}
        self.order: list[str] = []
        self._more = asyncio.Event()

    def named(self, name: str, then: Callable[[], None] | None = None) -> Done:
        def done(error: Exception | None) -> None:
            self.got[name] = error
            self.order.append(name)
            self._more.set()
            if then:
                then()

        return done

    async def wait(self, count: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while len(self.got) < count:
                self._more.clear()
                await self._more.wait()


async def seqs(journal: Journal, match_id: str = "m") -> list[int]:
    stored = await journal.load(match_id)
    assert stored is not None
    return [row.seq for row in stored.rows]
