"""The club's engine answers no player of a rated match, in no browser, before the match is over."""

import asyncio
import json
from pathlib import Path
from urllib.parse import quote

from tests.support.club.member_client import Somebody
from tests.support.club.rated_matches import Fighter, fight, plays_on, resigns
from tests.support.club.socket_seat import sit
from tests.support.http_client import Page, Visitor
from tests.support.live.socket_players import Json
from tests.support.servers import Server

TABLE = {"game": "tabla", "opponent": "friend", "clock": "quick", "length": "1", "rated": "yes"}
RACE = "X=6:2,off:13;O=2:2,1:2,off:11"
ONE_MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"
SENTENCE = "The engine is available again once your rated match is over."


def opinion(visitor: Visitor, game: str) -> tuple[int, str]:
    """The status of an opinion of a position, and the code of a refusal."""
    position = ONE_MATE if game == "chess" else RACE
    page = visitor.get(f"/position/{game}/opinion.json?p={quote(position)}")
    return page.status, json.loads(page.text).get("code", "")


def from_position(member: Somebody) -> Page:
    """The answer to a game against the computer from a position."""
    more = {"opponent": "computer", "position": RACE, "starter": "0", "level": "1"}
    return member.post("/new", game="backgammon", **more)


async def test_players_of_a_rated_match_ask_nobody_here(tmp_path: Path) -> None:
    server = Server(
        tmp_path / "data", module="tests.support.fast_engines", ZARIA_PROXIES="127.0.0.1", ZARIA_DEV_MAIL="1"
    )
    try:
        member, opponent = [await asyncio.to_thread(Somebody(server.url).join) for _ in range(2)]
        path = await asyncio.to_thread(lambda: member.set_table(**TABLE))
        training = await asyncio.to_thread(
            lambda: member.set_table(game="backgammon", opponent="computer", training="yes")
        )
        await sit(server, member, training)
        same_home = Visitor(server.url, **{"X-Forwarded-For": HOME})
        stranger = Visitor(server.url, **{"X-Forwarded-For": ELSEWHERE})
        answers: dict[str, object] = {}

        def asks_and_resigns(fighter: Fighter) -> Json | None:
            if not answers:
                answers["member"] = [opinion(member, game) for game in ("tabla", "backgammon", "chess")]
                answers["same home"] = [opinion(same_home, game) for game in ("tabla", "chess")]
                answers["stranger"] = opinion(stranger, "tabla")
                page = member.get(f"{training}/hint")
                answers["hint"] = (page.status, json.loads(page.text)["reason"])
                page = from_position(member)
                answers["from position"] = (page.status, SENTENCE in page.text)
            return resigns(fighter)

        await fight(path.rpartition("/")[2], member, opponent, asks_and_resigns, plays_on, address=HOME)
        refused, answered = (403, "rated_match"), (200, "")
        assert answers == {
            "member": [refused, refused, answered],
            "same home": [refused, answered],
            "stranger": answered,
            "hint": (403, SENTENCE),
            "from position": (422, True),
        }
        assert await asyncio.to_thread(opinion, member, "tabla") == answered
        assert await asyncio.to_thread(opinion, same_home, "tabla") == answered
        assert (await asyncio.to_thread(from_position, member)).status == 302
    finally:
        server.stop()
