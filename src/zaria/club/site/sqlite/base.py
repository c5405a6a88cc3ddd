"""Django's SQLite; a closed connection waits for the next request.

Django answers each request on a thread of its own, and each thread opens a connection. To register functions,
set pragmas and read the schema takes three milliseconds, as long as the work of many a page.
"""

import atexit
from pathlib import Path
from sqlite3 import Connection, Cursor
from typing import Any
from weakref import WeakSet

from django.db.backends.sqlite3 import base

MOST = 8
"""Connections that are kept to one file."""

_idle: dict[str, list[Connection]] = {}


def close_idle(file: Path | str) -> None:
    """Close the connections to `file` that nobody uses."""
    for connection in _idle.pop(str(file), ()):
        connection.close()


@atexit.register
def _close_all() -> None:
    """The last connection to a file writes its log back into it."""
    for file in list(_idle):
        close_idle(file)


class DatabaseWrapper(base.DatabaseWrapper):
    """See the module. A connection that has failed, or is in a transaction, is really closed."""

    connection: Connection | None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Take a kept connection, or open one."""
        self._file = str(conn_params["database"])
        self._cursors: WeakSet[Cursor] = WeakSet()
        try:
            return _idle[self._file].pop()
        except (KeyError, IndexError):
            connection: Connection = super().get_new_connection(conn_params)
            return connection

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Remember the cursor: one that is not read to its end would show the next reader an old state."""
        cursor: Cursor = super().create_cursor(name)
        self._cursors.add(cursor)
        return cursor

    def _close(self) -> None:
        connection = self.connection
        assert connection is not None
        idle = _idle.setdefault(self._file, [])
        if self.in_atomic_block or self.errors_occurred or connection.in_transaction or len(idle) >= MOST:
            connection.close()
            return
        for cursor in list(self._cursors):
            cursor.close()
        idle.append(connection)
