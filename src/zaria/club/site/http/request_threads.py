"""The threads of requests: each request has one of its own for what waits, and a later request has it again.

Django takes a new thread for each request, and a second one to end it; SQLite's connection ends with them.
With threads that stay, and their connections, a page costs a quarter less (`python -m tools.bench.pages`).
"""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import SyncToAsync, ThreadSensitiveContext

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
        """Run the block's synchronous calls in a thread that no other request has meanwhile.

        A task that outlasts the block gets another thread with its next call, as without this class:
        `ThreadSensitiveContext(executor=…)` would refuse that call.
        """
        thread = self._idle.pop() if self._idle else RequestThread()
        threads = SyncToAsync.context_to_thread_executor
        try:
            async with ThreadSensitiveContext() as context:
                threads[context] = thread
                try:
                    yield
                finally:
                    threads.pop(context, None)
        finally:
            if thread.is_idle and len(self._idle) < MOST_IDLE:
                self._idle.append(thread)
            else:
                thread.shutdown(wait=False)
