"""A host's view of the other processes when their messages get lost."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from tests.support.patience import PATIENCE
from tests.support.services import Redis
from zaria.live.clock import steady
from zaria.live.cluster import wire
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.node import Node
from zaria.live.cluster.process import Process
from zaria.live.engines.threads import EngineThreads
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.hooks import HostConfig
from zaria.live.matches.table_request import TableRequest
from zaria.match.terms import Terms


class ShiftedLoop:
    """The event loop as a part of the cluster sees it: `later` seconds have passed that did not pass."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.later = 0.0

    def time(self) -> float:
        return self._loop.time() + self.later


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110  some of it is in Redis
            await asyncio.sleep(0.01)


async def test_a_player_of_whom_nothing_is_said_any_more_is_gone(redis: Redis, tmp_path: Path) -> None:
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    limits = ClusterLimits(present=60_000)
    process = Process(redis.url, ["host"], journal, steady(), 0, HostConfig(), EngineThreads(), limits)
    web = Node(redis.url, ["web"])
    await asyncio.gather(process.start(), web.start())
    host, owner, ownership = process.host, process.node.id, process._ownership
    assert host is not None
    assert ownership is not None
    clock = ShiftedLoop(ownership._loop)
    ownership._loop = clock  # type: ignore[assignment]
    beats: asyncio.Queue[None] = asyncio.Queue()
    match_id = await process.match_service.open(TableRequest(Terms("tabla")))
    key = match_id, "ann", web.id

    process.node.look_again()  # it may not know of the other one yet
    await until(lambda: process.node.members.alive(web.id))
    web.send(owner, wire.Here(match_id, "ann", web.id, "here"))
    await until(lambda: host.loaded_matches() == [match_id])
    process.node.on_beat.append(lambda: beats.put_nowait(None))  # after what the host does at a beat
    for _ in range(3):
        clock.later += 40
        before = ownership._here_until[key]
        web.send(owner, wire.Looking(web.id, [], [(match_id, "ann")]))
        await until(lambda before=before: ownership._here_until[key] > before)  # type: ignore[misc]
        await beats.get()
        assert host.loaded_matches() == [match_id]
    clock.later += 61
    await until(lambda: not host.loaded_matches())
    await process.close()
    await journal.close()
    await asyncio.gather(process.stop(), web.stop())
