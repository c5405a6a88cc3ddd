"""Connections to PostgreSQL that fail rather than hang, and the classification of their errors."""

import os
import socket
import time
from contextlib import closing, suppress
from typing import NamedTuple

import psycopg
from psycopg import pq

from zaria.live.journal.base import StoreUnavailableError

_PASSING = ("08", "25006", "25P03", "40", "53", "55", "57")
"""Prefixes of the error codes that do not concern the statement: lost connections, a standby, deadlocks, a
full disk, locks, time-outs, a server that starts or stops. The same statement will succeed later."""

_SETTINGS = """
SET statement_timeout = '{patience}s';
SET idle_in_transaction_session_timeout = '{patience}s';
SET synchronous_commit = on;
SET client_min_messages = error;
"""


class PgTimeouts(NamedTuple):
    """The defaults, in seconds; tests use shorter ones.

    * connecting: the server may take so long to accept a connection;
    * writing, reading: and for one statement; after that it counts as `StoreUnavailableError`;
    * check: between checks for statements that take too long.
    """

    connecting: int = 5
    writing: int = 5
    reading: int = 10
    check: float = 1.0


class PgConnection:
    """A connection, used by one thread at a time and watched by another.

    `patience`: the most seconds that the server may take for one statement. The server enforces it too, so
    that a statement that we have given up does not continue there.
    """

    def __init__(self, url: str, patience: int, connecting: int) -> None:
        """Connect within `connecting` seconds; raises `StoreUnavailableError`."""
        self.patience = patience
        self._since = 0.0
        try:
            self.db = psycopg.connect(
                url,
                autocommit=True,
                application_name="zaria-journal",
                connect_timeout=connecting,
                tcp_user_timeout=patience * 1000,
                keepalives_idle=patience,
                keepalives_interval=patience,
                keepalives_count=2,
            )
            self.db.execute(_SETTINGS.format(patience=patience))
        except psycopg.Error as error:
            raise StoreUnavailableError(reason(error)) from error

    def __enter__(self) -> psycopg.Connection:
        """Start the time limit."""
        self._since = time.monotonic()
        return self.db

    def __exit__(self, *_: object) -> None:
        self._since = 0.0

    def watch(self) -> None:
        """Close the socket if the limit has passed: a server that stands still never says so. Any thread."""
        since = self._since
        if since and time.monotonic() - since > self.patience + 1:
            with (
                suppress(OSError, psycopg.Error),
                closing(socket.socket(fileno=os.dup(self.db.fileno()))) as descriptor,
            ):
                descriptor.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self.db.close()


def passing(error: Exception) -> bool:
    """Return whether the error concerns the server's availability, not the statement."""
    if not isinstance(error, psycopg.Error):
        return False
    if error.sqlstate is not None:
        return error.sqlstate.startswith(_PASSING)
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def checked(result: pq.abc.PGresult) -> pq.abc.PGresult:
    """Return the result of a statement, or raise its error."""
    if result.status in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        return result
    code = result.error_field(pq.DiagnosticField.SQLSTATE)
    text = result.get_error_message()
    if code is None:  # the connection was lost
        raise psycopg.OperationalError(text)
    try:
        kind = psycopg.errors.lookup(code.decode())
    except KeyError:
        kind = psycopg.DatabaseError
    raise kind(text)


def reason(error: Exception) -> str:
    """Describe an error in one line."""
    return " ".join(str(error).split())
