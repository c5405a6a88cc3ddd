"""A thread that runs an event loop's queries of the site's database, one after the other."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

from zaria.club.site.database.postgresql.limits import longer

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThread:
    """A thread with its own connections, which runs until `close`."""

    def __init__(self, name: str, *, lasting: bool = False, patience: float | None = None) -> None:
        """Start the thread `name`. `lasting`: its connections stay open between calls, unless one fails.

        `patience`: seconds for one statement in PostgreSQL; None: those of a page.
        """
        self._thread = ThreadPoolExecutor(1, name)
        self._lasting = lasting
        self._patience = patience

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run `work` in the thread, and return or raise its result; a lost connection is reopened."""

        def call() -> T:
            close_old_connections()
            try:
                with nullcontext() if self._patience is None else longer(self._patience):
                    return work(*args, **kwargs)
            finally:
                if self._lasting:
                    for connection in connections.all(initialized_only=True):
                        connection.close_at = None
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._thread, call)

    async def close(self) -> None:
        """Wait for the current call, and close the connections."""
        await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown(wait=False)
