"""The journal in one SQLite file: WAL, `synchronous=FULL`, one writer thread."""

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Self

from zaria.live.journal import waits
from zaria.live.journal.base import (
    ConflictError,
    Listing,
    Mark,
    Stored,
    StoreUnavailableError,
    WaitingTable,
)
from zaria.live.journal.compressed import LITE, STORED_EVENTS, assemble
from zaria.live.journal.upgrade import list_all
from zaria.live.journal.writer import Job, Writer

_SCHEMA = """
CREATE TABLE IF NOT EXISTS match(
    id TEXT PRIMARY KEY, created INTEGER NOT NULL, secret BLOB NOT NULL, places BLOB NOT NULL,
    check_at INTEGER, over INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS match_check ON match(check_at) WHERE check_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS match_over ON match(over, id) WHERE over > 0;
CREATE TABLE IF NOT EXISTS event(
    match_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
    body BLOB NOT NULL, actor TEXT NOT NULL, cmd TEXT NOT NULL,
    PRIMARY KEY(match_id, seq)) WITHOUT ROWID;
"""
_LISTED = """
CREATE INDEX IF NOT EXISTS match_live ON match(created) WHERE over = 0 AND listed IS NOT NULL;
CREATE INDEX IF NOT EXISTS match_listed ON match(listed) WHERE listed IS NOT NULL;
CREATE INDEX IF NOT EXISTS match_shown ON match(created) WHERE over = 0 AND shown > 0;
"""
_IS_TAKEN = "a number is taken by a compressed event"
_COMPRESSED = f"""
CREATE INDEX IF NOT EXISTS match_in_rows ON match(over, id) WHERE over > 0 AND compressed IS NULL;
CREATE TABLE IF NOT EXISTS compressed(
    match_id TEXT PRIMARY KEY, last INTEGER NOT NULL, form TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS compression(ready_at INTEGER NOT NULL);
INSERT INTO compression SELECT 1000 * strftime('%s', 'now') WHERE NOT EXISTS (SELECT 1 FROM compression);
CREATE TRIGGER IF NOT EXISTS compressed_numbers BEFORE INSERT ON event
WHEN NEW.seq <= (SELECT last FROM compressed WHERE match_id = NEW.match_id)
BEGIN SELECT RAISE(ABORT, '{_IS_TAKEN}'); END;
"""
"""A compressed event holds its number against every writer, as a row does by its key."""
_ADDED = (
    "listed INTEGER",
    "shown INTEGER",
    "card BLOB",
    "player0 TEXT",
    "player1 TEXT",
    "compressed INTEGER",
)
"""Columns that files from earlier versions lack; `listed` is when the card was changed."""
_COLUMNS = 7
_MOST_ROWS = 4096
"""Rows in one statement, which may have 32766 parameters."""
_SETTINGS = (
    "PRAGMA page_size = 2048",  # for a new file: an append changes a page, all of which goes to the log
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",  # macOS: its fsync alone leaves data in the disk's own cache
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA cache_size = -16384",  # KiB
    "PRAGMA wal_autocheckpoint = 8192",  # pages
)
_MATCH = "INSERT INTO match(id, created, secret, places) VALUES(?,?,?,?) ON CONFLICT DO NOTHING"
_MARK = "UPDATE match SET check_at = ?, over = ? WHERE id = ?"
_PASSING = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
_CARD = "UPDATE match SET listed = ?, shown = ?, card = ?, player0 = ?, player1 = ? WHERE id = ?"
_FINISHED = "SELECT over, id FROM match WHERE over > 0 AND (over, id) > (?, ?) ORDER BY over, id LIMIT ?"
_RUNNING_AFTER = """
SELECT check_at, id FROM match WHERE check_at IS NOT NULL AND (check_at, id) > (?, ?)
ORDER BY check_at, id LIMIT ?
"""
_NUMBERS = """
SELECT value, coalesce(
    (SELECT max(seq) FROM event WHERE match_id = value), (SELECT last FROM compressed WHERE match_id = value))
FROM json_each(?)
"""
_PUT_WAIT, _REMOVE_WAIT = waits.PUT.format(**waits.LITE), waits.REMOVE.format(**waits.LITE)
_DUE, _WAITS_AFTER = waits.DUE.format(**waits.LITE), waits.AFTER.format(**waits.LITE)
_WAITS_UNTIL = waits.UNTIL.format(**waits.LITE)
_UNLIST = waits.UNLIST.format(**waits.LITE)
_WAITS_AT = waits.OF_MATCHES.format(**waits.LITE)
_WAITS_OF, _WAITING_COUNT = waits.OF_PLAYER.format(**waits.LITE), waits.COUNT.format(**waits.LITE)
_EVENTS = STORED_EVENTS.format(**LITE)
_CARDS = "SELECT id, shown, card, player0, player1 FROM match WHERE "
_LIVE = """
SELECT id, shown, card, player0, player1 FROM (
    SELECT * FROM match WHERE over = 0 AND shown > 0
    UNION SELECT * FROM match WHERE over = 0 AND listed IS NOT NULL AND listed >= ?
    UNION SELECT match.* FROM wait JOIN match ON id = match_id WHERE side IS NULL AND over = 0
) AS live ORDER BY created
"""
"""The matches of the lobby. Running ones by the day are shown to nobody, so none of them is read."""


class SqliteJournal(Writer):
    """A `Journal` in a file. Belongs to the event loop on which it was connected."""

    @classmethod
    async def connect(cls, path: Path) -> Self:
        """Open or create the file; raises `sqlite3.Error` if it cannot be used."""
        reader = ThreadPoolExecutor(1, "journal-reader")
        loop = asyncio.get_running_loop()
        try:
            writing, reading = await loop.run_in_executor(reader, _connect, path)
        except BaseException:
            reader.shutdown(wait=False)
            raise
        return cls(reader, writing, reading)

    def __init__(
        self, reader: ThreadPoolExecutor, writing: sqlite3.Connection, reading: sqlite3.Connection
    ) -> None:
        """Use `connect` instead."""
        # One thread each: a read goes on in its thread when its caller is cancelled, and the connection may
        # only be closed after it.
        self._reader = reader
        self._writer = ThreadPoolExecutor(1, "journal-writer")
        self._reading = reading
        super().__init__(self._writer, partial(_commit, writing), writing.close)

    async def load(self, match_id: str) -> Stored | None:
        """Load everything committed of a match; None if there is no such match."""
        return await self._loop.run_in_executor(self._reader, _load, self._reading, match_id)

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The last event's number for each match; matches that do not exist are left out."""
        return await self._loop.run_in_executor(self._reader, _numbers, self._reading, list(match_ids))

    async def running(self) -> list[str]:
        """The matches marked running and not over, oldest first."""
        return await self._loop.run_in_executor(self._reader, _running, self._reading)

    async def running_after(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """Some of the running matches after this mark, in order of (start, id)."""
        return await self._loop.run_in_executor(self._reader, _running_after, self._reading, after, most)

    async def latest(self) -> int:
        """The moment of the last event in the running matches; 0 if there are none."""
        return await self._loop.run_in_executor(self._reader, _latest, self._reading)

    async def listings(self, since: int = 0, fresh: int = 0) -> list[tuple[str, Listing]]:
        """Listed matches that are not over or abandoned, or those listed anew at `since` or later."""
        return await self._loop.run_in_executor(self._reader, _listings, self._reading, since, fresh)

    async def finished(self, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
        """Finished matches after this mark, in order of (moment, id)."""
        return await self._loop.run_in_executor(self._reader, _finished, self._reading, after, most)

    async def overdue(self, now: int, most: int) -> list[str]:
        """Some matches by the day whose time is over."""
        return await self._loop.run_in_executor(self._reader, _due, self._reading, now, most)

    async def waits_after(self, after: tuple[int, str], most: int) -> list[WaitingTable]:
        """Some of the waiting tables after this mark, in order of (since, id)."""
        values = (*after, most)
        return await self._loop.run_in_executor(self._reader, _waits, self._reading, _WAITS_AFTER, values)

    async def expiring_tables(self, until: int, most: int) -> list[WaitingTable]:
        """Some of the waiting tables whose time is over by a moment."""
        return await self._loop.run_in_executor(
            self._reader, _waits, self._reading, _WAITS_UNTIL, (until, most)
        )

    async def waiting_tables(self, player_id: str) -> list[WaitingTable]:
        """All running matches by the day of a player."""
        values = (player_id,) * 3
        return await self._loop.run_in_executor(self._reader, _waits, self._reading, _WAITS_OF, values)

    async def waits_at(self, match_ids: Sequence[str]) -> list[WaitingTable]:
        """Those of these matches that are by the day and running."""
        values = (json.dumps(list(match_ids)),)
        return await self._loop.run_in_executor(self._reader, _waits, self._reading, _WAITS_AT, values)

    async def waiting_count(self, player_id: str) -> int:
        """The number of matches by the day that wait for a player."""
        return await self._loop.run_in_executor(self._reader, _waiting_count, self._reading, player_id)

    async def close(self) -> None:
        """Store what is queued, then close the file."""
        if await self._finish():
            await self._loop.run_in_executor(self._reader, self._reading.close)
            self._reader.shutdown(wait=False)
            self._writer.shutdown(wait=False)


def _commit(db: sqlite3.Connection, batch: list[Job]) -> None:
    """Write a batch in one transaction; if that fails as a whole, nothing of it is stored."""
    try:
        if not _all_at_once(db, batch):
            _one_by_one(db, batch)
    except sqlite3.Error as error:
        if db.in_transaction:
            db.execute("ROLLBACK")
        for job in batch:
            job.error = job.error or _translated(error)


def _translated(error: Exception) -> Exception:
    """Translate errors that will pass, a full disk or a lock, into `StoreUnavailableError`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return StoreUnavailableError(str(error)) if code in _PASSING else error


def _all_at_once(db: sqlite3.Connection, batch: list[Job]) -> bool:
    """Write all events of a batch with one statement; False, and nothing written, if one did not fit.

    Every statement releases the interpreter's lock and has to wait for it again while the event loop is
    busy with other matches: that wait costs more than the writing. A statement outside of a transaction is
    atomic: stored and on disk, or not at all.
    """
    values = [value for job in batch for value in _values(job)]
    if len(values) > _MOST_ROWS * _COLUMNS:
        return False
    heads = [job for job in batch if not job.plain]
    try:
        if heads:
            db.execute("BEGIN IMMEDIATE")
        db.execute(_events(len(values) // _COLUMNS), values)
        for job in heads:
            _head(db, job)
        if heads:
            db.execute("COMMIT")
    except Exception:
        if db.in_transaction:
            db.execute("ROLLBACK")
        return False
    return True


@lru_cache(128)
def _events(rows: int) -> str:
    """The statement that inserts this many events."""
    return f"INSERT INTO event VALUES {','.join(['(?,?,?,?,?,?,?)'] * rows)}"


def _values(job: Job) -> list[str | int | bytes]:
    """The column values of a job's events, one after the other."""
    return [value for row in job.rows for value in (job.match_id, *row)]


def _one_by_one(db: sqlite3.Connection, batch: list[Job]) -> None:
    """Write a batch job by job: a bad one fails alone, unless it ends the whole transaction."""
    db.execute("BEGIN IMMEDIATE")
    for job in batch:
        db.execute("SAVEPOINT job")
        try:
            _insert(db, job)
        except Exception as error:
            job.error = _translated(error)
            if not db.in_transaction:
                raise
            db.execute("ROLLBACK TO job")
        db.execute("RELEASE job")
    db.execute("COMMIT")


def _insert(db: sqlite3.Connection, job: Job) -> None:
    try:
        db.execute(_events(len(job.rows)), _values(job))
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY or str(error) == _IS_TAKEN:
            raise ConflictError(job.match_id) from error
        raise
    _head(db, job)


def _head(db: sqlite3.Connection, job: Job) -> None:
    """Write a job's changes to the match as a whole."""
    if job.new is not None:
        cursor = db.execute(_MATCH, (job.match_id, job.rows[0].at, *job.new))
        if cursor.rowcount != 1:
            raise ConflictError(job.match_id)
    at = job.rows[-1].at
    if job.mark is not Mark.NONE:
        db.execute(_MARK, (*job.mark_columns, job.match_id))
    if job.card is not None:
        db.execute(_CARD, (at, job.card.shown, job.card.body, *job.card.players, job.match_id))
    if job.mark is Mark.OVER:
        db.execute(_REMOVE_WAIT, (job.match_id,))
    elif job.wait is not None:
        db.execute(_PUT_WAIT, waits.put_values(job))
        if waits.is_unlisted(job):
            db.execute(_UNLIST, (job.match_id,))


def _load(db: sqlite3.Connection, match_id: str) -> Stored | None:
    db.execute("BEGIN")
    try:
        match = db.execute("SELECT secret, places FROM match WHERE id = ?", (match_id,)).fetchone()
        if match is None:
            return None
        return Stored(match[0], match[1], assemble(db.execute(_EVENTS, (match_id, match_id))))
    finally:
        db.execute("COMMIT")


def _numbers(db: sqlite3.Connection, match_ids: list[str]) -> dict[str, int]:
    cursor = db.execute(_NUMBERS, (json.dumps(match_ids),))
    return {match_id: seq for match_id, seq in cursor if seq is not None}


def _running(db: sqlite3.Connection) -> list[str]:
    cursor = db.execute("SELECT id FROM match WHERE check_at IS NOT NULL ORDER BY check_at")
    return [row[0] for row in cursor]


def _running_after(db: sqlite3.Connection, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
    return db.execute(_RUNNING_AFTER, (*after, most)).fetchall()


def _latest(db: sqlite3.Connection) -> int:
    cursor = db.execute(
        "SELECT max(event.at) FROM match CROSS JOIN event ON match_id = id WHERE check_at IS NOT NULL"
    )
    waiting = db.execute("SELECT max(since) FROM wait WHERE side IS NOT NULL")
    return max(cursor.fetchone()[0] or 0, waiting.fetchone()[0] or 0)


def _listings(db: sqlite3.Connection, since: int, fresh: int) -> list[tuple[str, Listing]]:
    if since:
        cursor = db.execute(_CARDS + "listed >= ? ORDER BY listed", (since,))
    else:
        cursor = db.execute(_LIVE, (fresh,))
    return [(row[0], Listing(row[1], row[2], (row[3], row[4]))) for row in cursor]


def _finished(db: sqlite3.Connection, after: tuple[int, str], most: int) -> list[tuple[int, str]]:
    return db.execute(_FINISHED, (*after, most)).fetchall()


def _due(db: sqlite3.Connection, now: int, most: int) -> list[str]:
    return [row[0] for row in db.execute(_DUE, (now, most))]


def _waits(db: sqlite3.Connection, query: str, values: tuple[str | int, ...]) -> list[WaitingTable]:
    return [waits.waiting_table(row) for row in db.execute(query, values)]


def _waiting_count(db: sqlite3.Connection, player_id: str) -> int:
    return db.execute(_WAITING_COUNT, (player_id, player_id)).fetchone()[0] or 0


def _connect(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Open a connection for writing and one for reading."""
    pair = []
    for _ in range(2):
        db = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
        for setting in _SETTINGS:
            db.execute(setting)
        pair.append(db)
    pair[0].executescript(_SCHEMA)
    _grow(pair[0])
    return pair[0], pair[1]


def _grow(db: sqlite3.Connection) -> None:
    """Add the columns that a file from an earlier version lacks."""
    there = {row[1] for row in db.execute("PRAGMA table_info(match)")}
    for column in _ADDED:
        if column.split()[0] not in there:
            db.execute(f"ALTER TABLE match ADD COLUMN {column}")
    db.executescript(_LISTED)
    db.executescript(_COMPRESSED)
    db.executescript(waits.SQLITE_SCHEMA)
    list_all(db)
