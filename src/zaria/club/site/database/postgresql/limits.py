"""The limits of waiting for PostgreSQL: long in commands and migrations, short in a server.

PostgreSQL enforces the limits, also on a process that hangs inside a transaction: it loses the connection and
its locks.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, Error, connection, connections

MARGIN_S = 2.0
"""Seconds after the limit of a statement before the client gives up by itself."""
QUERY = (
    "SELECT set_config('lock_timeout', %s, false), set_config('statement_timeout', %s, false),"
    " set_config('idle_in_transaction_session_timeout', %s, false)"
)
"""Sets the limits of a session: parameters of its start would not pass through a pooler."""


class PostgresLimits(NamedTuple):
    """Limits in seconds: for a lock, for a statement, and between two statements of a transaction."""

    lock: float
    statement: float
    idle: float

    def parameters(self) -> list[str]:
        """The values for `QUERY`."""
        return [str(round(seconds * 1000)) for seconds in self]


COMMANDS = PostgresLimits(600, 3600, 600)
"""The limits of management commands, migrations and restores."""


def limit(statement: float, most: int) -> None:
    """Give this process short limits and a pool of connections, which its threads share.

    `statement`: seconds for a statement; a lock has less than a third of them. `most`: connections in the
    pool. With SQLite nothing changes: a writer waits five seconds.
    """
    if connection.vendor != "postgresql":
        return
    connections.close_all()
    settings = connections.settings["default"]
    limits, pool = PostgresLimits(statement * 0.3, statement, statement), {"max_size": most}
    settings["OPTIONS"] = {**settings["OPTIONS"], "limits": limits, "pool": pool}


def close_pool() -> None:
    """Close the connections of this process."""
    connections.close_all()
    if connection.vendor == "postgresql":
        from django.db.backends.postgresql.base import DatabaseWrapper

        wrapper = connections[DEFAULT_DB_ALIAS]
        assert isinstance(wrapper, DatabaseWrapper)
        wrapper.close_pool()


@contextmanager
def longer(seconds: float) -> Iterator[None]:
    """Allow statements of this thread so many seconds inside the block; other limits stay."""
    if connection.vendor != "postgresql":
        yield
        return
    limits: PostgresLimits = connection.settings_dict["OPTIONS"]["limits"]
    _set(limits._replace(statement=seconds))
    lent = connection.connection
    try:
        yield
    finally:
        if connection.connection is lent:
            with suppress(Error):  # a lost connection is not used again
                _set(limits)


def _set(limits: PostgresLimits) -> None:
    with connection.cursor() as cursor:
        cursor.execute(QUERY, limits.parameters())
    connection.connection.patience = limits.statement + MARGIN_S
