"""Connections to PostgreSQL that end rather than hang, and what an error on one means."""

import os
import socket
import time
from contextlib import closing, suppress

import psycopg
from psycopg import pq

from zaria.live.journal.base import StoreUnavailableError

CONNECTING = 5
"""Seconds that a server may take to let us in."""
_PASSING = ("08", "25006", "40", "53", "55", "57")
"""What begins the codes of errors that have nothing to do with what was asked: lost lines, a standby,
deadlocks, a full disk, time-outs, a server that starts or stops. The same again will do later."""

_SETTINGS = """
SET statement_timeout = '{patience}s';
SET idle_in_transaction_session_timeout = '{patience}s';
SET synchronous_commit = on;
SET client_min_messages = error;
"""


class PgConnection:
    """One connection, used by one thread at a time, watched by another.

    `patience`: the most seconds that the server may take for one statement. It is told so, too, lest
    a statement that we have given up goes on there.
    """

    def __init__(self, url: str, patience: int) -> None:
        """Connect; raises `Away`."""
        self.patience = patience
        self._since = 0.0
        try:
            self.db = psycopg.connect(
                url,
                autocommit=True,
                application_name="zaria-journal",
                connect_timeout=CONNECTING,
                tcp_user_timeout=patience * 1000,
                keepalives_idle=patience,
                keepalives_interval=patience,
                keepalives_count=2,
            )
            self.db.execute(_SETTINGS.format(patience=patience))
        except psycopg.Error as error:
            raise StoreUnavailableError(reason(error)) from error

    def __enter__(self) -> psycopg.Connection:
        """From now on the time runs."""
        self._since = time.monotonic()
        return self.db

    def __exit__(self, *_: object) -> None:
        self._since = 0.0

    def watch(self) -> None:
        """Cut it if it has not answered in time: a server that stands still never says so. Any thread."""
        since = self._since
        if since and time.monotonic() - since > self.patience + 1:
            with (
                suppress(OSError, psycopg.Error),
                closing(socket.socket(fileno=os.dup(self.db.fileno()))) as line,
            ):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up."""
        self.db.close()


def passing(error: Exception) -> bool:
    """Whether this is for want of a server, and not for what it was asked."""
    if not isinstance(error, psycopg.Error):
        return False
    if error.sqlstate is not None:
        return error.sqlstate.startswith(_PASSING)
    return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)


def checked(result: pq.abc.PGresult) -> pq.abc.PGresult:
    """The result of a statement, or its error raised."""
    if result.status in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
        return result
    code = result.error_field(pq.DiagnosticField.SQLSTATE)
    text = result.get_error_message()
    if code is None:  # the line was cut
        raise psycopg.OperationalError(text)
    try:
        kind = psycopg.errors.lookup(code.decode())
    except KeyError:
        kind = psycopg.DatabaseError
    raise kind(text)


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    return " ".join(str(error).split())
