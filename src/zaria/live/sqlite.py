"""The journal in one SQLite file: WAL, `synchronous=FULL`, one writer thread.

The writer takes everything that is queued, commits it in one transaction, and only then reports
back, with one call into the event loop for the whole batch: while one batch is being forced to
disk the next one gathers by itself. What comes after a while of quiet is written at once.
"""

import asyncio
import contextlib
import queue
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Self

from zaria.live.journal import Conflict, Done, JournalClosed, Mark, Row, Stored

_SCHEMA = """
CREATE TABLE IF NOT EXISTS match(
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, secret BLOB NOT NULL, places BLOB NOT NULL,
    check_at INTEGER, over INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS match_check ON match(check_at) WHERE check_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS event(
    match_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
    body BLOB NOT NULL, actor TEXT NOT NULL, cmd TEXT NOT NULL,
    PRIMARY KEY(match_id, seq)) WITHOUT ROWID;
"""
_COLUMNS = 7
_MOST_ROWS = 4096
"""In one statement, which may have 32766 parameters."""
_SETTINGS = (
    "PRAGMA page_size = 2048",  # of a new file: an append changes a page, all of which goes to the log
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # macOS: its fsync alone leaves data in the disk's own cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA cache_size = -16384",  # KiB
    "PRAGMA wal_autocheckpoint = 8192",  # pages
)
_MATCH = "INSERT INTO match(id, created, secret, places) VALUES(?,?,?,?) ON CONFLICT DO NOTHING"
_MARKS = {
    Mark.RUNNING: "UPDATE match SET check_at = ? WHERE id = ? AND over = 0",
    Mark.OVER: "UPDATE match SET check_at = NULL, over = ? WHERE id = ?",
}
_PACE = 0.004
"""Seconds from the start of one batch to the next at least: a commit costs as much as ten events or so."""
_BATCH = 512
"""The most appends in one transaction, so that the first of them does not wait for ever."""


class _Job:
    """One thing to write, all or nothing, and whom to tell."""

    __slots__ = ("done", "error", "mark", "match_id", "new", "rows")

    def __init__(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        new: tuple[bytes, bytes] | None = None,
    ) -> None:
        """`new`: secret and places of a match that does not exist yet."""
        self.match_id = match_id
        self.rows = rows
        self.mark = mark
        self.done = done
        self.new = new
        self.error: Exception | None = None


class SqliteJournal:
    """A `Journal` in a file. Belongs to the event loop on which it was connected."""

    @classmethod
    async def connect(cls, path: Path) -> Self:
        """Open or create the file; raises `sqlite3.Error` if it cannot be used."""
        loop = asyncio.get_running_loop()
        threads = ThreadPoolExecutor(2, "journal")
        writing, reading = await loop.run_in_executor(threads, _connect, path)
        return cls(loop, threads, writing, reading)

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        threads: ThreadPoolExecutor,
        writing: sqlite3.Connection,
        reading: sqlite3.Connection,
    ) -> None:
        """Use `connect`."""
        self._loop = loop
        self._threads = threads
        self._reading = reading
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closing = False
        self._writer = loop.run_in_executor(threads, self._write_all, writing)

    async def open(self, match_id: str, secret: bytes, places: bytes, rows: Sequence[Row]) -> None:
        """Store a new match; raises `Conflict` when the id is taken."""
        stored: asyncio.Future[None] = self._loop.create_future()
        done = lambda error: _settle(stored, error)  # noqa: E731
        self._put(_Job(match_id, rows, Mark.NONE, done, (secret, places)))
        await stored

    def append(self, match_id: str, rows: Sequence[Row], mark: Mark, done: Done) -> None:
        """Store `rows`, all or none, then call `done`: `Conflict` if a number is taken."""
        self._put(_Job(match_id, rows, mark, done))

    async def load(self, match_id: str) -> Stored | None:
        """Everything committed of a match, or None if there is no such match."""
        return await self._loop.run_in_executor(self._threads, _load, self._reading, match_id)

    async def running(self) -> list[str]:
        """The matches marked running and not over, oldest first."""
        return await self._loop.run_in_executor(self._threads, _running, self._reading)

    async def latest(self) -> int:
        """The moment of the last event in the running matches; 0 if there are none."""
        return await self._loop.run_in_executor(self._threads, _latest, self._reading)

    async def close(self) -> None:
        """Store what is queued, then let go of the file."""
        if not self._closing:
            self._closing = True
            self._jobs.put(None)
            await self._writer
            await self._loop.run_in_executor(self._threads, self._reading.close)
            self._threads.shutdown(wait=False)

    def _put(self, job: _Job) -> None:
        if self._closing:
            self._loop.call_soon(job.done, JournalClosed())
        else:
            self._jobs.put(job)

    def _report(self, batch: list[_Job]) -> None:
        for job in batch:
            job.done(job.error)

    def _write_all(self, db: sqlite3.Connection) -> None:
        """The writer's thread."""
        due = 0.0
        while (job := self._jobs.get()) is not None:
            time.sleep(max(0.0, due - time.monotonic()))
            due = time.monotonic() + _PACE
            batch = self._batch(job)
            _commit(db, batch)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody is left to tell
                self._loop.call_soon_threadsafe(self._report, batch)
        db.close()

    def _batch(self, first: _Job) -> list[_Job]:
        """All that is queued now."""
        batch = [first]
        while len(batch) < _BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            batch.append(job)
        return batch


def _commit(db: sqlite3.Connection, batch: list[_Job]) -> None:
    """Write a batch in one transaction; if that fails as a whole, nothing of it was kept."""
    try:
        if not _all_at_once(db, batch):
            _one_by_one(db, batch)
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        for job in batch:
            job.error = job.error or error


def _all_at_once(db: sqlite3.Connection, batch: list[_Job]) -> bool:
    """Write a batch of nothing but events with one statement; False, and nothing written, if one did not fit.

    Every statement lets go of the interpreter's lock and has to wait for it again, while the event
    loop is busy with other matches: that wait is dearer than the writing. A statement outside of a
    transaction is one: it is kept whole and on disk, or not at all.
    """
    if any(job.new is not None or job.mark is not Mark.NONE for job in batch):
        return False
    values = [value for job in batch for value in _values(job)]
    if len(values) > _MOST_ROWS * _COLUMNS:
        return False
    try:
        db.execute(_events(len(values) // _COLUMNS), values)
    except Exception:
        return False
    return True


@lru_cache(128)
def _events(rows: int) -> str:
    """The statement that inserts so many events."""
    return f"INSERT INTO event VALUES {','.join(['(?,?,?,?,?,?,?)'] * rows)}"


def _values(job: _Job) -> list[str | int | bytes]:
    """The columns of its events, one after the other."""
    return [value for row in job.rows for value in (job.match_id, *row)]


def _one_by_one(db: sqlite3.Connection, batch: list[_Job]) -> None:
    """Write a batch job by job: a bad one fails alone, unless it ends the whole transaction."""
    db.execute("BEGIN IMMEDIATE")
    for job in batch:
        db.execute("SAVEPOINT job")
        try:
            _insert(db, job)
        except Exception as error:
            job.error = error
            if not db.in_transaction:
                raise
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
    db.execute("COMMIT")


def _insert(db: sqlite3.Connection, job: _Job) -> None:
    if job.new is not None:
        made = db.execute(_MATCH, (job.match_id, job.rows[0].at, *job.new))
        if made.rowcount != 1:
            raise Conflict(job.match_id)
    try:
        db.execute(_events(len(job.rows)), _values(job))
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
            raise Conflict(job.match_id) from error
        raise
    if job.mark is not Mark.NONE:
        db.execute(_MARKS[job.mark], (job.rows[-1].at, job.match_id))


def _load(db: sqlite3.Connection, match_id: str) -> Stored | None:
    db.execute("BEGIN")
    try:
        match = db.execute("SELECT secret, places FROM match WHERE id = ?", (match_id,)).fetchone()
        if match is None:
            return None
        rows = db.execute(
            "SELECT seq, at, kind, body, actor, cmd FROM event WHERE match_id = ? ORDER BY seq", (match_id,)
        )
        return Stored(match[0], match[1], [Row(*row) for row in rows])
    finally:
        db.execute("COMMIT")


def _running(db: sqlite3.Connection) -> list[str]:
    found = db.execute("SELECT id FROM match WHERE check_at IS NOT NULL ORDER BY check_at")
    return [row[0] for row in found]


def _latest(db: sqlite3.Connection) -> int:
    found = db.execute(
        "SELECT max(event.at) FROM match JOIN event ON match_id = id WHERE check_at IS NOT NULL"
    )
    return found.fetchone()[0] or 0


def _settle(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)


def _connect(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """One connection to write with and one to read with."""
    pair = []
    for _ in range(2):
        db = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
        for setting in _SETTINGS:
            db.execute(setting)
        pair.append(db)
    pair[0].executescript(_SCHEMA)
    return pair[0], pair[1]
