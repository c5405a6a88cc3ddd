"""A host's view of the other processes when their messages get lost."""

import asyncio
from pathlib import Path

from tests.support.services import Redis
from zaria.live.clock import steady
from zaria.live.cluster import wire
from zaria.live.cluster.limits import ClusterLimits
from zaria.live.cluster.node import Node
from zaria.live.cluster.process import Process
from zaria.live.engines.threads import EngineThreads
from zaria.live.journal.sqlite import SqliteJournal
from zaria.live.matches.table_request import TableRequest
from zaria.live.matches.timeouts import Timeouts
from zaria.match.terms import Terms


async def test_a_player_of_whom_nothing_is_said_any_more_is_gone(redis: Redis, tmp_path: Path) -> None:
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    limits = ClusterLimits(present=800)
    process = Process(redis.url, ["host"], journal, steady(), 0, Timeouts(), EngineThreads(), limits)
    web = Node(redis.url, ["web"])
    await asyncio.gather(process.start(), web.start())
    host, owner = process.host, process.node.id
    assert host is not None
    match_id = await process.tables.open(TableRequest(Terms("tabla")))

    async def held(matches: list[str]) -> None:
        async with asyncio.timeout(10):
            while host.loaded_matches() != matches:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    process.node.look_again()  # it may not know of the other one yet
    while not process.node.members.alive(web.id):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    web.send(owner, wire.Here(match_id, "ann", web.id, "here"))
    await held([match_id])
    for _ in range(5):
        web.send(owner, wire.Looking(web.id, [], [(match_id, "ann")]))
        await asyncio.sleep(0.3)
        assert host.loaded_matches() == [match_id]
    await held([])
    await process.close()
    await journal.close()
    await asyncio.gather(process.stop(), web.stop())
