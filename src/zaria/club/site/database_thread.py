"""A thread that answers an event loop's questions to the site's tables, one after the other."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

from zaria.club.site.postgresql.limits import longer

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThread:
    """One thread with its own connections; it lives until `close`."""

    def __init__(self, name: str, *, lasting: bool = False, patience: float | None = None) -> None:
        """`name` is the thread's. `lasting`: its connections stay open between works, unless one fails.

        `patience`: seconds for one statement in PostgreSQL; None: those of a page.
        """
        self._thread = ThreadPoolExecutor(1, name)
        self._lasting = lasting
        self._patience = patience

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return or raise the result of `work` in the thread; a lost connection is opened anew."""

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
        """Wait for the work in progress, and close the connections."""
        await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown(wait=False)
