"""Matches in several processes that die, freeze and come back, with real PostgreSQL and Redis."""

import random

from tests.live.cluster.conftest import Cluster
from tests.live.players import Player
from tests.live.test_kill import CLOCK, finish


async def test_a_match_through_a_web_process(cluster: Cluster) -> None:
    web, *_ = await cluster.add("web", "host")
    match_id = await web.open({"game": "tabla", "length": 3, "cube": True, "clock": CLOCK})
    choose = random.Random(1)
    players = [Player(name, match_id, lambda: web.port, choose) for name in ("ann", "bob")]
    await finish(players)
    print(players[0].view)
