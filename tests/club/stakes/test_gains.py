"""A staked match shows each of its players what it brought them, and nobody else."""

import asyncio
import json
from typing import Any

from tests.club.server.test_sockets import dial
from tests.club.stakes.test_staked_tables import TABLA, act, credits_of, pair, set_table, to_act
from tests.support.club.member_client import Somebody
from tests.support.patience import PATIENCE
from tests.support.servers import Server

__all__ = ["pair"]


def ratings(somebody: Somebody, match_id: str) -> Any:
    """The ratings of a table, as its page asks for them."""
    return json.loads(somebody.get(f"/t/{match_id}/ratings").text)


async def test_a_replay_and_the_list_show_rating_and_credits(
    server: Server, pair: tuple[Somebody, Somebody]
) -> None:
    """Stake 2.00, at most 5.00, a win by 3 points: 5.00, less 5 % of both stakes."""
    match_id = await set_table(pair[0], stake="2.00", most="5.00", **TABLA)
    async with dial(server.url, pair[0].cookies) as first, dial(server.url, pair[1].cookies) as second:
        sockets = (first, second)
        for socket in sockets:
            assert (await act(socket, match_id, t="sit"))["t"] == "ack"
        side = await to_act(sockets, match_id)
        assert (await act(sockets[side], match_id, t="resign", points=3))["t"] == "ack"
        assert (await act(sockets[1 - side], match_id, t="accept"))["t"] == "ack"
        for place in (side, 1 - side):
            while (await credits_of(sockets[place]))[1] != "0.00":
                pass
    until = asyncio.get_running_loop().time() + PATIENCE
    while not (await asyncio.to_thread(ratings, pair[0], match_id))["changes"][0]:
        assert asyncio.get_running_loop().time() < until, "the ratings have not changed"
    winner, loser = pair[1 - side], pair[side]
    for somebody, net, fee in ((winner, "+4.50", True), (loser, "−5.00", False)):
        page = (await asyncio.to_thread(somebody.get, f"/t/{match_id}/replay")).text
        block = page.partition('<section class="gains"')[2].partition("</section>")[0]
        assert f">{net}</b>" in block
        assert ("Fee: 0.50" in block) is fee
        assert "→" in block, "the rating has changed"
        assert net in (await asyncio.to_thread(somebody.get, "/me/stats/games")).text
    stranger = await asyncio.to_thread(Somebody(server.url).get, f"/t/{match_id}/replay")
    assert stranger.status == 200
    assert 'class="gains"' not in stranger.text
