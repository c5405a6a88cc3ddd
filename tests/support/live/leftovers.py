"""Ends all that a failed test leaves running in its event loop: a journal's thread never ends by itself."""

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.support.patience import PATIENCE
from zaria.live.app import Live
from zaria.live.cluster.node import Node
from zaria.live.cluster.process import Process
from zaria.live.engines.pool import EnginePool
from zaria.live.journal.writer import Writer

End = Callable[[Any], Awaitable[object]]


async def _end_process(process: Process) -> None:
    await process.close()
    await process.stop()


KINDS: list[tuple[type, str, End]] = [
    (Writer, "_finish", lambda journal: journal.close()),
    (EnginePool, "close", EnginePool.close),
    (Node, "stop", Node.stop),
    (Process, "stop", _end_process),
    (Live, "stop", Live.stop),
]
"""Classes, each with the method that ends an object (or a part of it), and the way to end one here."""


@asynccontextmanager
async def nothing_left() -> AsyncIterator[None]:
    """End what begins meanwhile and does not end, the newest first."""
    running: dict[int, tuple[object, End]] = {}
    with pytest.MonkeyPatch.context() as patch:
        for kind, method, end in KINDS:
            patch.setattr(kind, "__init__", _noted(kind.__init__, end, running))  # type: ignore[misc]
            patch.setattr(kind, method, _ended(getattr(kind, method), running))
        try:
            yield
        finally:
            while running:
                _, (resource, end) = running.popitem()
                async with asyncio.timeout(PATIENCE):
                    await end(resource)


def _noted(
    begin: Callable[..., None], end: End, running: dict[int, tuple[object, End]]
) -> Callable[..., None]:
    @functools.wraps(begin)
    def noted(resource: object, *arguments: Any, **named: Any) -> None:
        begin(resource, *arguments, **named)
        running[id(resource)] = resource, end

    return noted


def _ended(end: End, running: dict[int, tuple[object, End]]) -> End:
    @functools.wraps(end)
    def ended(resource: object) -> Awaitable[object]:
        running.pop(id(resource), None)
        return end(resource)

    return ended
