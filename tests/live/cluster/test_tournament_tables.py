"""A tournament at several processes: its matches are opened once, its players and followers hear at each."""

import asyncio
from typing import Any

from tests.live.cluster.conftest import Cluster, human
from tests.live.lobby.conftest import sit
from tests.support.live.socket_players import dial, hear, tell

M = "t1r1p1"


def wish(wait: int, **terms: Any) -> dict[str, Any]:
    """A request to open the match."""
    agreed = {"game": "tabla", "clock": {"bank": 60_000}, "tournament": "t1", **terms}
    return {"terms": agreed, "places": [human("ann"), human("bob")], "id": M, "wait": wait}


async def test_a_match_is_opened_once_and_cancelled_at_its_time(cluster: Cluster) -> None:
    first, second, _ = await cluster.add("web", "web", "host")
    async with dial(second.port, "ann") as ann:
        answers = await asyncio.gather(
            *(at.fetch("/open", "POST", json=wish(2_000)) for at in (first, second))
        )
        assert [answer.text for answer in answers] == [M, M]
        called = await hear(ann, "go")
        assert (called["m"], called["why"]) == (M, "tournament")
        async with dial(first.port, "bob") as bob:
            assert await hear(bob, "go") == called
            await sit(bob, M)
            await tell(ann, t="watch", m=M)
            assert (await hear(ann, "state"))["v"]["until"] == called["until"]
            closed = await hear(bob, "ev")
            while closed["e"]["t"] != "closed":
                closed = await hear(bob, "ev")
            assert closed["v"]["players"][0] is None


async def test_a_running_match_is_annulled_from_another_process(cluster: Cluster) -> None:
    first, second, _ = await cluster.add("web", "web", "host")
    await first.fetch("/open", "POST", json=wish(300_000))
    async with dial(first.port, "ann") as ann, dial(second.port, "bob") as bob:
        await sit(ann, M)
        await sit(bob, M)
        for _again in range(2):
            await second.fetch(f"/annul/{M}")
        ended = await hear(ann, "ev")
        while ended["e"]["t"] != "ended":
            ended = await hear(ann, "ev")
        assert (ended["e"]["winner"], ended["e"]["how"]) == (None, "annulled")


async def test_an_event_is_sent_to_followers_at_other_processes(cluster: Cluster) -> None:
    first, second = await cluster.add("web,host", "web")
    async with dial(second.port) as eve:
        await tell(eve, t="tournament", id="t1")
        notice = asyncio.create_task(hear(eve, "tournament"))
        while not notice.done():  # the process may not listen to the topic yet
            await first.fetch("/changed/t1/12")
            await asyncio.wait([notice], timeout=0.2)
        assert notice.result() == {"t": "tournament", "id": "t1", "n": 12}
