"""Probes of the site's stores for `/readyz`: a ready store answers and takes new data."""

import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from django.db import connection, transaction

from zaria.club.site.database.database_thread import DatabaseThread

ROOM = 64 * 1024
"""Bytes that must be free in the data directory."""


class ReadOnlyError(Exception):
    """The database answers, but takes no new data."""


class Readiness:
    """Probes of the site's database, and of the disk where that is a file. For each process."""

    def __init__(self, home: Path) -> None:
        """Make the probes; `home` is the data directory."""
        self._home = home
        self._thread = DatabaseThread("readiness")

    async def close(self) -> None:
        """End after the current probe."""
        await self._thread.close()

    def probes(self) -> Mapping[str, Callable[[], Awaitable[None]]]:
        """The probes by the names of the stores; each raises an error if its store is not ready."""
        return {"site": self._ask_site}

    async def _ask_site(self) -> None:
        await self._thread.run(self._try_to_write)

    def _try_to_write(self) -> None:
        if connection.vendor == "sqlite":
            _take_room(self._home)
            _take_page()
        elif _ask("SHOW transaction_read_only") != "off":
            raise ReadOnlyError


def _take_room(folder: Path) -> None:
    """Write a temporary file; raises `OSError` on a full disk."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        file.write(os.urandom(ROOM))


def _take_page() -> None:
    """Add a page to the file, and roll it back; an endless writer is an error."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE readiness(probe INTEGER)")
        transaction.set_rollback(True)


def _ask(query: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchone()[0]
