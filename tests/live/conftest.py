"""A live server in its own process, and blocking calls on the event loop made into errors."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvloop
from blockbuster import BlockBuster, blockbuster_ctx

from tests.support.forked_processes import ForkedProcess
from tests.support.http_client import fetch
from tests.support.live.journals import Engine
from tests.support.patience import PATIENCE
from zaria.live.journal.base import Journal

LoopFactory = Callable[[], asyncio.AbstractEventLoop]


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> Mapping[str, LoopFactory]:
    """The event loop that Zaria is served on."""
    return {"uvloop": uvloop.new_event_loop}


@pytest.fixture(autouse=True)
def no_blocking() -> Iterator[BlockBuster]:
    """A blocking call on the event loop raises."""
    with blockbuster_ctx("zaria") as blockbuster:
        yield blockbuster


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    """A kind of journal, of which tests open as many as they need."""
    postgresql = request.param == "postgresql"
    return Engine(request.getfixturevalue("database") if postgresql else None, tmp_path)


@pytest.fixture
async def journal(engine: Engine) -> AsyncIterator[Journal]:
    """An empty journal."""
    journal = await engine.connect()
    yield journal
    await journal.close()


class Server:
    """`tests.support.live.live_server` as a process that can be killed and started again on the same data."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.process: ForkedProcess | None = None

    async def start(self) -> None:
        await self.run("tests.support.live.live_server", str(self.data), *self.options)

    async def run(self, module: str, *arguments: str) -> None:
        """Run a module, and wait for its port."""
        self.process = await asyncio.to_thread(partial(ForkedProcess, module, *arguments, env=os.environ))
        self.port = int(await asyncio.wait_for(asyncio.to_thread(self.process.stdout.readline), PATIENCE))

    async def kill(self) -> None:
        """At once, without a word."""
        assert self.process is not None
        self.process.kill()
        await asyncio.to_thread(self.process.wait)

    async def stop(self) -> int:
        """As an operator would."""
        assert self.process is not None
        self.process.terminate()
        return await asyncio.to_thread(self.process.wait, PATIENCE)

    async def open(self, terms: dict[str, Any], places: list[Any] | None = None) -> str:
        wish = {"terms": terms, "places": places or [None, None]}
        return (await self.fetch("/open", "POST", json=wish)).text

    async def record(self, match_id: str) -> bytes:
        return (await self.fetch(f"/record/{match_id}")).content

    async def fetch(self, path: str, method: str = "GET", **content: Any) -> httpx.Response:
        """Send a request; raise `httpx.HTTPStatusError` for an error of the server."""
        answer = await asyncio.to_thread(fetch, f"http://127.0.0.1:{self.port}{path}", method, **content)
        return answer.raise_for_status()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    server = Server(tmp_path / "live.sqlite3")
    await server.start()
    try:
        yield server
        await server.stop()
    finally:
        await server.kill()
