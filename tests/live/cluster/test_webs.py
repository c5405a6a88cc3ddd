"""Two players at two web processes: each sees what the opponent does, also that their process is gone."""

import random

import pytest

from tests.live.cluster.conftest import Cluster
from tests.live.test_kill import finish
from tests.support.live.socket_players import Json, Player, dial, hear, tell


async def test_players_at_different_processes(cluster: Cluster) -> None:
    first, second, _ = await cluster.add("web", "web", "host,bots")
    match_id = await first.open({"game": "tabla", "length": 1})
    players = [
        Player("ann", match_id, lambda: first.port, random.Random(1)),
        Player("bob", match_id, lambda: second.port, random.Random(2)),
    ]
    await finish(players)
    common = players[0].heard.keys() & players[1].heard.keys()
    assert len(common) > 20
    assert all(players[0].heard[n]["v"] == players[1].heard[n]["v"] for n in common)
    async with (
        dial(first.port, "ann") as ann,
        dial(second.port, "bob") as bob,
        dial(second.port, "cat") as cat,
    ):
        for socket in (ann, bob, cat):
            await tell(socket, t="watch", m=match_id)
            assert (await hear(socket, "state"))["n"] == players[0].last
        await tell(ann, t="again", m=match_id)
        assert (await hear(bob, "again"))["offer"]["side"] == players[0].you
        await tell(bob, t="again", m=match_id)
        gone_to: list[Json] = [await hear(socket, "go") for socket in (ann, bob)]
        assert gone_to[0] == gone_to[1]
        assert (await hear(cat, "again"))["offer"] is not None
        assert (await hear(cat, "again"))["next"] == gone_to[0]["m"]


@pytest.mark.slow
async def test_a_web_process_that_dies_takes_its_players_away_until_they_come_back(cluster: Cluster) -> None:
    first, second, _ = await cluster.add("web", "web", "host")
    match_id = await first.open({"game": "tabla", "length": 1})
    async with dial(second.port, "bob") as bob:
        await tell(bob, t="watch", m=match_id)
        state = await hear(bob, "state")
        seal = state["v"]["seal"]
        async with dial(first.port, "ann") as ann:
            await tell(ann, t="watch", m=match_id)
            for socket in (ann, bob):
                sit = {"t": "sit", "seed": "ab" * 16, "seal": seal}
                await tell(socket, t="do", m=match_id, c="sit", k=sit)
                assert (await hear(socket, "ack", "no"))["t"] == "ack"
            await first.kill()
        away = (await hear(bob, "away"))["away"]
        assert [(absence["side"], absence["left"]) for absence in away] == [(0, False)]
        async with dial(second.port, "ann") as ann:
            await tell(ann, t="watch", m=match_id)
            assert (await hear(ann, "state"))["away"] == away
            assert (await hear(bob, "away"))["away"] == []
