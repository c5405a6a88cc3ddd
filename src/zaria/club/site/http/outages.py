"""Temporary errors of the stores, after which the same request succeeds."""

import sqlite3
import sys
from enum import StrEnum

from django.db import Error, InterfaceError, OperationalError, connection

from zaria.live.journal.base import StoreUnavailableError
from zaria.live.journal.pg_connection import passing


class Outage(StrEnum):
    """The answer to the visitor: play is paused, or the page's data is locked by other work."""

    PAUSED = "paused"
    BUSY = "busy"


_BUSY_STATES = ("25P03", "40", "55P03", "57014")
"""Prefixes of PostgreSQL's codes: idle transaction, deadlock, lock and statement took too long."""
_SQLITE = {
    sqlite3.SQLITE_BUSY: Outage.BUSY,
    sqlite3.SQLITE_LOCKED: Outage.BUSY,
    sqlite3.SQLITE_FULL: Outage.PAUSED,
    sqlite3.SQLITE_IOERR: Outage.PAUSED,
}
"""SQLite's temporary errors and their outages; its other errors are faults of the program."""


def outage_of(exception: BaseException | None) -> Outage | None:
    """Return the outage behind an error: of the journal, of Redis or of the site's database."""
    if isinstance(exception, Error):
        cause = exception.__cause__
        if connection.vendor == "sqlite":
            code = cause.sqlite_errorcode if isinstance(cause, sqlite3.Error) else 0
            return _SQLITE.get(code & 0xFF)  # the other lines are more exact
        if _is_busy(cause):
            return Outage.BUSY
        away = isinstance(exception, OperationalError | InterfaceError)
        return Outage.PAUSED if away or (isinstance(cause, Exception) and passing(cause)) else None
    redis_is_away = type(exception).__module__ == "redis.exceptions"  # not imported where there is none
    return Outage.PAUSED if redis_is_away or isinstance(exception, StoreUnavailableError) else None


def _is_busy(cause: BaseException | None) -> bool:
    if str(getattr(cause, "sqlstate", None)).startswith(_BUSY_STATES):
        return True
    pool = sys.modules.get("psycopg_pool")  # loaded where a pool is used
    return pool is not None and isinstance(cause, pool.PoolTimeout)
