"""A thread in which an event loop has its questions to the site's tables answered, one after the other."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

P = ParamSpec("P")
T = TypeVar("T")


class Aside:
    """Such a thread; `name` is the thread's. It lives until `close`."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, name)

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` returns, or raises, there. A connection that was lost is opened anew."""

        def worked() -> T:
            close_old_connections()
            try:
                return work(*args, **kwargs)
            finally:
                close_old_connections()

        return await asyncio.get_running_loop().run_in_executor(self._thread, worked)

    async def close(self) -> None:
        """End after what is being done, and close the connections."""
        await asyncio.get_running_loop().run_in_executor(self._thread, connections.close_all)
        self._thread.shutdown(wait=False)
