"""A study is shown at several processes: its readers hear of changes that another process makes."""

import asyncio

from tests.live.cluster.conftest import Cluster
from tests.support.live.socket_players import dial, hear, tell


async def test_a_change_is_sent_to_readers_at_other_processes(cluster: Cluster) -> None:
    first, second = await cluster.add("web,host", "web")
    async with dial(second.port) as eve:
        await tell(eve, t="study", id="s1")
        notice = asyncio.create_task(hear(eve, "study"))
        while not notice.done():  # the process may not listen to the topic yet
            await first.fetch("/study/s1")
            await asyncio.wait([notice], timeout=0.2)
        assert notice.result() == {"t": "study", "id": "s1", "chapter": 7, "revision": 3, "lead": 0}
