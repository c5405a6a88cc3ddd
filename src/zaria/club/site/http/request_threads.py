"""The threads of requests: each request has one of its own for what waits, and a later request has it again.

Django takes a new thread for each request, and a second one to end it; SQLite's connection ends with them.
With threads that stay, and their connections, a page costs a third less (`python -m tools.bench.pages`).
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import connections

P = ParamSpec("P")
R = TypeVar("R")

MOST_IDLE = 16
"""Threads that wait for a request; the others end."""


class RequestThread(ThreadPoolExecutor):
    """One thread, and whether it works."""

    def __init__(self) -> None:
        """The thread starts with its first call."""
        super().__init__(1, thread_name_prefix="request")
        self._futures: list[Future[Any]] = []

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Call a function in the thread."""
        future = super().submit(fn, *args, **kwargs)
        self._futures = [call for call in self._futures if not call.done()] + [future]
        return future

    @property
    def is_idle(self) -> bool:
        """False while a call of a request that was broken off goes on."""
        return all(call.done() for call in self._futures)


class RequestThreads:
    """The idle threads of one event loop."""

    def __init__(self) -> None:
        """The threads start with the requests that need them."""
        self._idle: list[RequestThread] = []

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Run the block's synchronous calls in a thread that no other request has meanwhile."""
        thread = self._idle.pop() if self._idle else RequestThread()
        try:
            async with ThreadSensitiveContext(executor=thread):
                yield
        finally:
            if thread.is_idle and len(self._idle) < MOST_IDLE:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)


async def in_own_thread(work: Awaitable[R]) -> R:
    """Run the synchronous calls of a task in a thread of its own: it may outlast the request that began it.

    A request's thread goes to another request, and refuses calls of tasks that the first one left behind.
    """
    thread = RequestThread()
    try:
        async with ThreadSensitiveContext(executor=thread):
            try:
                return await work
            finally:
                await sync_to_async(connections.close_all)()
    finally:
        thread.shutdown(wait=False)
