"""Moves the events of finished matches from their rows to one compressed row each, and back.

Each match takes one transaction on a separate connection, so that the journal's writer waits for one match at
most: an end of the process in the middle leaves the match in one form or the other. Reading, here and by the
journal, goes through `compressed`. Blocks: use a thread.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from zaria.live.journal import compressed
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.journal.factory import FILE

PATIENCE_S = 10
"""Seconds for a connection to PostgreSQL, and for one statement."""
Mark = tuple[int, str]
"""End of a match (ms) and its id."""

_FINISHED = """
SELECT over, id FROM {match} WHERE over > 0 AND compressed IS NULL AND over < {p} AND (over, id) > ({p}, {p})
ORDER BY over, id LIMIT {p}
"""
_COMPRESSED = "SELECT match_id FROM {compressed} WHERE match_id > {p} ORDER BY match_id LIMIT {p}"
_READY_AT = "SELECT ready_at FROM {compression}"
_LOCK_FINISHED = "SELECT 1 FROM {match} WHERE id = {p} AND over > 0 AND compressed IS NULL {lock}"
_LOCK_COMPRESSED = "SELECT 1 FROM {match} WHERE id = {p} AND compressed IS NOT NULL {lock}"
_STORE = "INSERT INTO {compressed}(match_id, last, form, body) VALUES({p}, {p}, {p}, {p})"
_DELETE_ROWS = "DELETE FROM {event} WHERE match_id = {p} AND seq <= {p}"
_SET = "UPDATE {match} SET compressed = 1 WHERE id = {p}"
_BODY = "SELECT form, body FROM {compressed} WHERE match_id = {p}"
_DELETE = "DELETE FROM {compressed} WHERE match_id = {p}"
_ROW = "INSERT INTO {event} VALUES({p}, {p}, {p}, {p}, {p}, {p}, {p})"
_UNSET = "UPDATE {match} SET compressed = NULL WHERE id = {p}"

_LITE = {**compressed.LITE, "begin": "BEGIN IMMEDIATE"}
_POSTGRES = {**compressed.POSTGRES, "begin": "BEGIN"}


class Compression:
    """A connection that changes the form of stored matches. Used by one thread at a time."""

    def __init__(self, db: Any, words: dict[str, str]) -> None:
        """Use `connect` instead."""
        self._db, self._words = db, words

    def ready_at(self) -> int:
        """Return when the first process that reads compressed matches has opened this journal (ms)."""
        return int(self._execute(_READY_AT).fetchone()[0])

    def finished(self, before: int, after: Mark, most: int) -> list[Mark]:
        """Return at most `most` matches in rows that ended before `before` (ms), after a mark, in order.

        The first time in PostgreSQL it creates an index, which may take long: `interrupt` ends that, too.
        """
        if self._words is _POSTGRES:
            from zaria.live.journal.pg_compression import create_index

            create_index(self._db)
        return [tuple(row) for row in self._execute(_FINISHED, before, *after, most).fetchall()]

    def interrupt(self) -> None:
        """End the statement in progress, which raises `StoreUnavailableError`. From any thread."""
        if self._words is _POSTGRES:
            self._db.cancel_safe(timeout=PATIENCE_S)
        else:
            self._db.interrupt()

    def compressed(self, after: str, most: int) -> list[str]:
        """Return at most `most` compressed matches after this id."""
        return [match_id for (match_id,) in self._execute(_COMPRESSED, after, most).fetchall()]

    def compress(self, match_id: str) -> bool:
        """Compress the events of a match; return False if it is not over, or is compressed.

        Raises `ValueError`, and changes nothing, if they would not be the same afterwards.
        """
        with self._transaction():
            if self._execute(_LOCK_FINISHED, match_id).fetchone() is None:
                return False
            rows = compressed.assemble(self._execute(compressed.STORED_EVENTS, match_id, match_id))
            if [row.seq for row in rows] != list(range(len(rows))) or not rows:
                raise ValueError(f"match {match_id}: its events are not numbered without a gap")
            body, last = compressed.compress(rows), rows[-1].seq
            if compressed.expand(compressed.FORM, body) != rows:
                raise ValueError(f"match {match_id}: its events do not survive the compression")
            self._execute(_STORE, match_id, last, compressed.FORM, body)
            self._execute(_DELETE_ROWS, match_id, last)
            self._execute(_SET, match_id)
        return True

    def expand(self, match_id: str) -> bool:
        """Give a match its rows back; return False if it is not compressed."""
        with self._transaction():
            if self._execute(_LOCK_COMPRESSED, match_id).fetchone() is None:
                return False
            rows = [(match_id, *row) for row in compressed.expand(*self._execute(_BODY, match_id).fetchone())]
            self._execute(_DELETE, match_id)
            self._db.cursor().executemany(_ROW.format(**self._words), rows)
            self._execute(_UNSET, match_id)
        return True

    def _execute(self, statement: str, *values: object) -> Any:
        return self._db.execute(statement.format(**self._words), values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute(self._words["begin"])
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            self._db.execute("ROLLBACK")
            raise


@contextmanager
def connect(url: str | None, home: Path) -> Iterator[Compression]:
    """Connect to the tables of a journal that has been opened before.

    Raises `StoreUnavailableError` when they cannot be reached, here or later, in the file or the database.
    """
    if url:
        yield from _in_postgresql(url)
        return
    try:
        uri = f"{(home / FILE).absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=PATIENCE_S)) as file:
            # What a power cut takes away is done again: a commit need not wait for the disk.
            file.execute("PRAGMA synchronous = NORMAL")
            yield Compression(file, _LITE)
    except sqlite3.OperationalError as error:
        raise StoreUnavailableError(str(error)) from error


def _in_postgresql(url: str) -> Iterator[Compression]:
    import psycopg

    from zaria.live.journal.pg_connection import PgConnection, passing, reason

    connection = PgConnection(url, PATIENCE_S, PATIENCE_S)
    try:
        yield Compression(connection.db, _POSTGRES)
    except psycopg.Error as error:
        if passing(error):
            raise StoreUnavailableError(reason(error)) from error
        raise
    finally:
        connection.close()
