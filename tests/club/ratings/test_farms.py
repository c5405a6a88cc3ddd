"""Two accounts of one person cannot lift each other: what was done once over real sockets, done again."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from tests.club.server.test_sockets import dial
from tests.support.club.member_client import Somebody
from tests.support.club.rated_matches import Fighter, fight, plays_on, resigns
from tests.support.club.staff_client import boss_of
from tests.support.live.socket_players import Json, hear, tell
from tests.support.patience import PATIENCE
from tests.support.servers import Server

TABLE = {"game": "tabla", "opponent": "friend", "clock": "quick", "length": "1", "rated": "yes"}
CUBE = {
    "game": "backgammon",
    "opponent": "friend",
    "clock": "quick",
    "length": "1",
    "rated": "yes",
    "cube": "yes",
}
MATCHES, A_DAY = 10, 5
PLAYED = 8
"""Turns after which no resignation is a quick one."""


@pytest.fixture
async def pair(server: Server) -> tuple[Somebody, Somebody]:
    """Two members."""
    return (
        await asyncio.to_thread(Somebody(server.url).join),
        await asyncio.to_thread(Somebody(server.url).join),
    )


async def settled(member: Somebody, match_id: str) -> tuple[list[int | None], list[list[int] | None]]:
    """The ratings at a table, and what its match has changed, once that is known."""
    async with asyncio.timeout(PATIENCE):
        while True:
            page = await asyncio.to_thread(member.get, f"/t/{match_id}/ratings")
            answer = json.loads(page.text)
            if any(answer["changes"]):
                return answer["now"], answer["changes"]
            await asyncio.sleep(0.05)


async def test_ten_quick_resignations_lift_nobody(pair: tuple[Somebody, Somebody]) -> None:
    winner, loser = pair
    rated = []
    for _ in range(MATCHES):
        path = await asyncio.to_thread(lambda: winner.set_table(**TABLE))
        match_id = path.rpartition("/")[2]
        winner_seat, loser_seat = await fight(match_id, winner, loser, plays_on, resigns)
        if winner_seat.refused or loser_seat.refused:
            assert [*winner_seat.refused, *loser_seat.refused] == ["pair_limit"]
            winner_seat, loser_seat = await fight(match_id, winner, loser, plays_on, resigns, unrated=True)
        assert winner_seat.view["winner"] == winner_seat.you
        assert winner_seat.view["rated"] is not ("unrated" in winner_seat.view)
        if winner_seat.view["rated"]:
            rated.append(match_id)
            await settled(winner, match_id)
    assert len(rated) == A_DAY
    page = json.loads((await asyncio.to_thread(winner.get, f"/t/{rated[-1]}/ratings")).text)
    assert page["early"] is True
    rating, opponent_rating = page["now"] if winner_seat.you == 0 else reversed(page["now"])
    assert 50000 < rating <= 50000 + A_DAY * 100
    assert opponent_rating < 46000  # who resigns has lost as ever
    assert page["left"] == 0
    async with dial(winner.url, winner.cookies) as ones, dial(loser.url, loser.cookies) as twos:
        for socket in (ones, twos):  # a rematch is not rated either, and its terms say so before
            await tell(socket, t="again", m=rated[-1])
        message = await hear(ones, "go")
        await tell(ones, t="watch", m=message["m"])
        view = (await hear(ones, "state"))["v"]
    assert (view["rated"], view["unrated"], view["a_day"]) == (False, "pair", A_DAY)
    terms = (await asyncio.to_thread(winner.get, f"/t/{message['m']}/terms")).text
    assert "reached today&#x27;s limit of rated matches (5)" in terms


def doubles(fighter: Fighter) -> Json | None:
    """Turn the cube whenever it may be turned."""
    return {"t": "double"} if fighter.view["phase"] == "roll" and fighter.view["can_double"] else None


def resigns_at_64(fighter: Fighter) -> Json | None:
    """Turn it too, and give up three times as much when it shows 64."""
    if fighter.view["cube"]["value"] == 64 and fighter.turns >= PLAYED and fighter.view["phase"] == "roll":
        return {"t": "resign", "points": 3}
    return doubles(fighter)


async def test_a_cube_at_64_wins_no_more_than_a_game_is_worth(pair: tuple[Somebody, Somebody]) -> None:
    winner, loser = pair
    path = await asyncio.to_thread(lambda: winner.set_table(**CUBE))
    match_id = path.rpartition("/")[2]
    winner_seat, _ = await fight(match_id, winner, loser, doubles, resigns_at_64)
    assert winner_seat.view["winner"] == winner_seat.you
    assert max(winner_seat.view["score"]) == 3 * 64
    await settled(winner, match_id)
    page = await asyncio.to_thread(winner.get, "/api/v1/ranking?by=winnings&game=backgammon")
    winnings = {row["login"]: row["winnings"] for row in json.loads(page.text)["members"]}
    assert (winnings[winner.login], winnings[loser.login]) == (6, -6)


@pytest.mark.slow
async def test_the_staff_sees_two_at_one_address(tmp_path: Path) -> None:
    server = Server(
        tmp_path / "data", module="tests.support.fast_engines", ZARIA_PROXIES="127.0.0.1", ZARIA_DEV_MAIL="1"
    )
    try:
        host, opponent = [await asyncio.to_thread(Somebody(server.url).join) for _ in range(2)]
        path = await asyncio.to_thread(lambda: host.set_table(**TABLE))
        match_id = path.rpartition("/")[2]
        await fight(match_id, host, opponent, plays_on, resigns, address="198.51.100.7")
        await settled(host, match_id)
        boss = await asyncio.to_thread(boss_of, server)
        page = (await asyncio.to_thread(boss.get, "/staff/pairs/?mark=shared")).text
        assert f">{host.login}</a>" in page
        assert "198.51.100.7" not in page
        assert re.findall(r'class="striking">\s*(\d+)\s*</td>', page) == ["1", "1"]  # early, and one address
    finally:
        server.stop()
