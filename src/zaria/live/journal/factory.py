"""Opens the journal: a PostgreSQL database, or a file of the data directory."""

import sqlite3
from pathlib import Path

from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.journal.sqlite import SqliteJournal

FILE = "live.sqlite3"
"""The journal's name in the data directory."""


async def connect(url: str | None, home: Path) -> Journal:
    """Open the journal at `url` (postgresql://…), or the file in `home`.

    Raises `StoreUnavailableError`, whose one-line text says what is unusable and why, without a password.
    """
    if url:
        return await _postgres(url)
    try:
        return await SqliteJournal.connect(home / FILE)
    except sqlite3.Error as error:
        raise StoreUnavailableError(f"cannot use {home / FILE}: {error}") from error


async def _postgres(url: str) -> Journal:
    import psycopg  # loaded only where a database is used

    from zaria.live.journal.pg_connection import reason
    from zaria.live.journal.postgres import PostgresJournal

    try:
        return await PostgresJournal.connect(url)
    except (StoreUnavailableError, psycopg.Error) as error:
        raise StoreUnavailableError(f"cannot use the database: {reason(error)}") from error
