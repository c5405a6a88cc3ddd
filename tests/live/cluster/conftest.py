"""Several processes with a database and a Redis of their own."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.live.conftest import Server
from tests.support.forked_processes import ForkedProcess
from tests.support.live.cluster_club import Club
from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.journal.sqlite import SqliteJournal


class Member(Server):
    """`tests.support.live.cluster_node` as a process."""

    def __init__(self, database: str, redis: str, roles: str, *options: str) -> None:
        self.arguments = (database, redis, roles, *options)
        self.roles = roles
        self.port = 0
        self.process: ForkedProcess | None = None

    async def start(self) -> None:
        await self.run("tests.support.live.cluster_node", *self.arguments)

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def held(self) -> list[str]:
        """The matches that it has in memory as a host."""
        match_ids: list[str] = (await self.fetch("/held")).json()
        return match_ids

    async def end(self) -> None:
        """Kill the process in any state."""
        if self.process is not None:
            await self.kill()


class Cluster:
    """The processes of one test."""

    def __init__(self, database: str, redis: Redis) -> None:
        self.database = database
        self.redis = redis
        self.members: list[Member] = []

    async def add(self, *roles: str) -> list[Member]:
        """Start one process for each of these; they start at the same time."""
        new = [Member(self.database, self.redis.url, role) for role in roles]
        self.members += new
        await asyncio.gather(*(member.start() for member in new))
        return new

    async def owner(self, match_id: str) -> Member:
        """The host that has a match in memory."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for member in self.members:
                    running = member.process is not None and member.process.returncode is None
                    if running and "host" in member.roles and match_id in await member.held():
                        return member
                await asyncio.sleep(0.02)

    async def end(self) -> None:
        await asyncio.gather(*(member.end() for member in self.members))


@pytest.fixture
def own_redis() -> Iterator[Redis]:
    """A Redis for one test, which may be killed."""
    server = Redis()
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def cluster(database: str, own_redis: Redis) -> AsyncIterator[Cluster]:
    cluster = Cluster(database, own_redis)
    yield cluster
    await cluster.end()


@pytest.fixture
async def club(own_redis: Redis, tmp_path: Path) -> AsyncIterator[Club]:
    club = Club(own_redis, await SqliteJournal.connect(tmp_path / "live.sqlite3"))
    yield club
    await club.close()


def human(name: str) -> dict[str, Any]:
    """A place kept for a player."""
    return {"id": name, "name": name.title(), "colour": "#777777"}
