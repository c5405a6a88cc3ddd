"""The journal in PostgreSQL: one writer thread in each process, any number of processes.

The primary key `(match, number)` is the fence between them. While the server cannot be reached, every call
fails with `StoreUnavailableError` at once; the next call tries to reconnect, at growing intervals.
"""

import asyncio
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Self, TypeVar

import psycopg

from zaria.live.journal import pg_compression, pg_statements, waits
from zaria.live.journal.base import Listing, Stored, StoreUnavailableError, WaitingTable
from zaria.live.journal.compressed import POSTGRES, STORED_EVENTS, assemble
from zaria.live.journal.pg_connection import PgConnection, PgTimeouts, passing, reason
from zaria.live.journal.writer import Job, Writer

T = TypeVar("T")
READERS = 3
"""Connections for reading, and threads that use them."""
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.0)
"""Seconds between attempts to reach an unavailable server."""
_SCHEMA_LOCK = 0x7A61726961
"""The advisory lock that lets one process at a time create the tables."""
_LOCK_PAUSES = (0.5, 1.0, 1.0, 1.0)
"""Seconds between attempts to change tables that are locked."""
_CARDS = "SELECT id, shown, card, player0, player1 FROM live.match WHERE "
_LIVE = """
SELECT id, shown, card, player0, player1 FROM (
    SELECT * FROM live.match WHERE over = 0 AND shown > 0
    UNION SELECT * FROM live.match WHERE over = 0 AND listed IS NOT NULL AND listed >= %s
    UNION SELECT live.match.* FROM live.wait JOIN live.match ON id = match_id WHERE side IS NULL AND over = 0
) AS live ORDER BY created
"""
"""The matches of the lobby. Running ones by the day are shown to nobody, so none of them is read."""
_FINISHED = """
SELECT over, id FROM live.match WHERE over > 0 AND (over, id) > (%s, %s::text) ORDER BY over, id LIMIT %s
"""
_RUNNING_AFTER = """
SELECT check_at, id FROM live.match WHERE check_at IS NOT NULL AND (check_at, id) > (%s, %s::text)
ORDER BY check_at, id LIMIT %s
"""
_NUMBERS = """
SELECT id, coalesce(
    (SELECT max(seq) FROM live.event WHERE match_id = id),
    (SELECT last FROM live.compressed WHERE match_id = id))
FROM unnest(%s::text[]) AS id
"""
_EVENTS = STORED_EVENTS.format(**POSTGRES)
_DUE, _WAITS_AFTER = waits.DUE.format(**waits.POSTGRES), waits.AFTER.format(**waits.POSTGRES)
_WAITS_UNTIL = waits.UNTIL.format(**waits.POSTGRES)
_WAITS_AT = waits.OF_MATCHES.format(**waits.POSTGRES)
_WAITS_OF, _WAITING_COUNT = waits.OF_PLAYER.format(**waits.POSTGRES), waits.COUNT.format(**waits.POSTGRES)
_LATEST = """
SELECT greatest((SELECT max(last.at) FROM live.match CROSS JOIN LATERAL (
    SELECT at FROM live.event WHERE match_id = id ORDER BY seq DESC LIMIT 1) last
WHERE check_at IS NOT NULL), (SELECT max(since) FROM live.wait WHERE side IS NOT NULL))
"""


class PostgresJournal(Writer):
    """A `Journal` in a database. Belongs to the event loop on which it was connected."""

    @classmethod
    async def connect(cls, url: str, times: PgTimeouts | None = None) -> Self:
        """Create missing tables; raises `StoreUnavailableError`, or `psycopg.Error` if that is impossible."""
        times = times or PgTimeouts()
        threads = ThreadPoolExecutor(1 + READERS, "journal")
        loop = asyncio.get_running_loop()
        try:
            connection = await loop.run_in_executor(threads, _first, url, times)
        except BaseException:
            threads.shutdown(wait=False)
            raise
        return cls(threads, url, connection, times)

    def __init__(
        self, threads: ThreadPoolExecutor, url: str, connection: PgConnection, times: PgTimeouts
    ) -> None:
        """Use `connect` instead."""
        self._threads = threads
        self._url = url
        self._times = times
        self._connection: PgConnection | None = connection
        self._fails = 0
        self._next_try = 0.0
        self._free: queue.SimpleQueue[PgConnection | None] = queue.SimpleQueue()
        self._connections = {connection}
        for _ in range(READERS):
            self._free.put(None)
        super().__init__(threads, self._store, self._hang_up)
        self._looking = self._loop.call_later(self._times.check, self._look)

    async def load(self, match_id: str) -> Stored | None:
        """Load everything committed of a match; None if there is no such match."""
        return await self._ask(_load, match_id)

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The last event's number for each match; matches that do not exist are left out."""
        return await self._ask(_numbers, list(match_ids))

    async def running(self) -> list[str]:
        """The matches marked running and not over, oldest first."""
        return await self._ask(_running)

    async def running_after(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """Some of the running matches after this mark, in order of (start, id)."""
        return await self._ask(_running_after, after, most)

    async def latest(self) -> int:
        """The moment of the last event in the running matches; 0 if there are none."""
        return await self._ask(_latest)

    async def listings(self, since: int = 0, fresh: int = 0) -> list[tuple[str, Listing]]:
        """Listed matches that are not over or abandoned, or those listed anew at `since` or later."""
        return await self._ask(_listings, since, fresh)

    async def finished(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """Finished matches after this mark, in order of (moment, id)."""
        return await self._ask(_finished, after, most)

    async def overdue(self, now: int, most: int) -> list[str]:
        """Some matches by the day whose time is over."""
        return await self._ask(_due, now, most)

    async def waits_after(self, after: tuple[int, str], most: int) -> list[WaitingTable]:
        """Some of the waiting tables after this mark, in order of (since, id)."""
        return await self._ask(_waits, _WAITS_AFTER, (*after, most))

    async def expiring_tables(self, until: int, most: int) -> list[WaitingTable]:
        """Some of the waiting tables whose time is over by a moment."""
        return await self._ask(_waits, _WAITS_UNTIL, (until, most))

    async def waiting_tables(self, player_id: str) -> list[WaitingTable]:
        """All running matches by the day of a player."""
        return await self._ask(_waits, _WAITS_OF, (player_id,) * 3)

    async def waits_at(self, match_ids: Sequence[str]) -> list[WaitingTable]:
        """Those of these matches that are by the day and running."""
        values = (list(match_ids),)
        return await self._ask(_waits, _WAITS_AT, values)

    async def waiting_count(self, player_id: str) -> int:
        """The number of matches by the day that wait for a player."""
        return await self._ask(_waiting_count, player_id)

    async def close(self) -> None:
        """Store what is queued, then disconnect; what cannot be stored gets `StoreUnavailableError`."""
        if await self._finish():
            self._looking.cancel()
            for _ in range(READERS):
                connection = await self._loop.run_in_executor(self._threads, self._free.get)
                if connection is not None:
                    connection.close()
            self._threads.shutdown(wait=False)

    def _look(self) -> None:
        for connection in tuple(self._connections):
            connection.watch()
        self._looking = self._loop.call_later(self._times.check, self._look)

    # In the writer's thread:

    def _store(self, batch: list[Job]) -> None:
        try:
            with self._reached() as db:
                pg_statements.store(db, batch)
        except (StoreUnavailableError, psycopg.Error) as error:
            self._lost()
            away = error if isinstance(error, StoreUnavailableError) else StoreUnavailableError(reason(error))
            for job in batch:
                job.error = job.error or away

    def _reached(self) -> PgConnection:
        """The writer's connection, reopened if lost; raises `StoreUnavailableError`."""
        if self._connection is None:
            if time.monotonic() < self._next_try:
                raise StoreUnavailableError("the database was out of reach a moment ago")
            connection = self._connection = PgConnection(
                self._url, self._times.writing, self._times.connecting
            )
            self._connections.add(connection)
            with connection as db:
                pg_statements.prepare(db)
            self._fails = 0
        return self._connection

    def _lost(self) -> None:
        if self._connection is not None:
            self._hang_up()
        elif time.monotonic() < self._next_try:
            return
        self._next_try = time.monotonic() + _PAUSES[min(self._fails, len(_PAUSES) - 1)]
        self._fails += 1

    def _hang_up(self) -> None:
        if self._connection is not None:
            self._connections.discard(self._connection)
            self._connection.close()
            self._connection = None

    # In a reader's thread:

    async def _ask(self, question: Callable[..., T], *arguments: Any) -> T:
        return await self._loop.run_in_executor(self._threads, self._answer, question, arguments)

    def _answer(self, question: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        """Ask on a free connection; on a new one if the server has closed that meanwhile."""
        connection = self._free.get()
        try:
            if connection is not None:
                try:
                    return _run_query(connection, question, arguments)
                except StoreUnavailableError:
                    self._drop(connection)
                    connection = None
            connection = PgConnection(self._url, self._times.reading, self._times.connecting)
            self._connections.add(connection)
            return _run_query(connection, question, arguments)
        except StoreUnavailableError:
            if connection is not None:
                self._drop(connection)
                connection = None
            raise
        finally:
            self._free.put(connection)

    def _drop(self, connection: PgConnection) -> None:
        self._connections.discard(connection)
        connection.close()


def _run_query(connection: PgConnection, question: Callable[..., T], arguments: tuple[Any, ...]) -> T:
    try:
        with connection as db, db.cursor(binary=True) as cursor:
            return question(cursor, *arguments)
    except psycopg.Error as error:
        if passing(error):
            raise StoreUnavailableError(reason(error)) from error
        raise


def _first(url: str, times: PgTimeouts) -> PgConnection:
    """Open the writer's connection and create the tables."""
    connection = PgConnection(url, times.writing, times.connecting)
    try:
        with connection as db:
            _create(db, pg_statements.create_tables)
            _create(db, pg_compression.create_tables)
            pg_statements.prepare(db)
    except psycopg.Error as error:
        with suppress(psycopg.Error):
            connection.close()
        if passing(error):
            raise StoreUnavailableError(reason(error)) from error
        raise
    return connection


def _create(db: psycopg.Connection, create: Callable[[psycopg.Connection], None]) -> None:
    """Create tables in a transaction; again after pauses while something else has locked the old ones."""
    for pause_s in (*_LOCK_PAUSES, None):
        try:
            with db.transaction():
                db.execute("SELECT pg_advisory_xact_lock(%s)", (_SCHEMA_LOCK,))
                create(db)
            return
        except psycopg.errors.LockNotAvailable:
            if pause_s is None:
                raise
            time.sleep(pause_s)


def _load(cursor: "psycopg.Cursor[Any]", match_id: str) -> Stored | None:
    match = cursor.execute("SELECT secret, places FROM live.match WHERE id = %s", (match_id,)).fetchone()
    if match is None:
        return None
    return Stored(match[0], match[1], assemble(cursor.execute(_EVENTS, (match_id, match_id))))


def _numbers(cursor: "psycopg.Cursor[Any]", match_ids: list[str]) -> dict[str, int]:
    return {row[0]: row[1] for row in cursor.execute(_NUMBERS, (match_ids,)) if row[1] is not None}


def _running(cursor: "psycopg.Cursor[Any]") -> list[str]:
    return [
        row[0]
        for row in cursor.execute("SELECT id FROM live.match WHERE check_at IS NOT NULL ORDER BY check_at")
    ]


def _running_after(cursor: "psycopg.Cursor[Any]", after: tuple[int, str], most: int) -> list[tuple[int, str]]:
    return cursor.execute(_RUNNING_AFTER, (*after, most)).fetchall()


def _latest(cursor: "psycopg.Cursor[Any]") -> int:
    row = cursor.execute(_LATEST).fetchone()
    return (row and row[0]) or 0


def _listings(cursor: "psycopg.Cursor[Any]", since: int, fresh: int) -> list[tuple[str, Listing]]:
    if since:
        rows = cursor.execute(_CARDS + "listed >= %s ORDER BY listed", (since,))
    else:
        rows = cursor.execute(_LIVE, (fresh,))
    return [(row[0], Listing(row[1], row[2], (row[3], row[4]))) for row in rows]


def _finished(cursor: "psycopg.Cursor[Any]", after: tuple[int, str], most: int) -> list[tuple[int, str]]:
    return cursor.execute(_FINISHED, (*after, most)).fetchall()


def _due(cursor: "psycopg.Cursor[Any]", now: int, most: int) -> list[str]:
    return [row[0] for row in cursor.execute(_DUE, (now, most))]


def _waits(cursor: "psycopg.Cursor[Any]", query: str, values: tuple[Any, ...]) -> list[WaitingTable]:
    return [waits.waiting_table(row) for row in cursor.execute(query, values)]


def _waiting_count(cursor: "psycopg.Cursor[Any]", player_id: str) -> int:
    row = cursor.execute(_WAITING_COUNT, (player_id, player_id)).fetchone()
    return (row and row[0]) or 0
