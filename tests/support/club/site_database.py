"""The site's tables for tests with several threads: in a file, or in PostgreSQL.

What tests have else is SQLite in memory, where threads lock each other out.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from asgiref.local import Local
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from zaria.club.site import databases


@contextmanager
def site(url: str | None, home: Path) -> Iterator[None]:
    """All threads use empty tables in the database at `url`, or (None) in a file in `home`."""
    if url is None:
        with connection.cursor() as cursor:  # a copy is made sooner than the tables
            cursor.execute("VACUUM INTO %s", [str(home / databases.FILE)])
        # As the server's start does: of several processes that change a file to WAL at once some fail.
        with closing(sqlite3.connect(home / databases.FILE)) as copy:
            copy.execute("PRAGMA journal_mode=WAL")
    with _instead(databases.default(url, home)):
        if url is not None:
            call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
        yield


@contextmanager
def _instead(options: dict[str, Any]) -> Iterator[None]:
    known, lines, create = (
        connections.settings["default"],
        connections._connections,
        connections.create_connection,
    )
    made: list[BaseDatabaseWrapper] = []

    def created(alias: str) -> BaseDatabaseWrapper:
        made.append(create(alias))
        made[-1].inc_thread_sharing()  # they are closed from here
        return made[-1]

    connections.settings["default"] = {**known, **options}
    connections._connections, connections.create_connection = Local(connections.thread_critical), created
    try:
        yield
    finally:
        for line in made:
            line.close()
        connections.settings["default"] = known
        connections._connections, connections.create_connection = lines, create
