"""Members' ratings in the lists, and what they change of a search."""

import asyncio
from collections.abc import Collection
from decimal import Decimal
from pathlib import Path

import pytest

from tests.live.lobby.conftest import Club, look, page, player, serving
from tests.support.live.page_sessions import CLOCK
from tests.support.live.socket_players import dial, hear, tell
from zaria.live.lobby.timeouts import LobbyTimeouts
from zaria.live.matches.table_request import TableRequest
from zaria.live.sockets.connection import SHUT_OUT, Identity
from zaria.match.terms import ClockTerms, Terms

RATINGS = {"": Decimal("901.49"), "tabla": Decimal("612.50"), "tabla.days": Decimal("705.20")}


class Site:
    """Knows the ratings of some players, and lists the players of all queries."""

    def __init__(self, **ratings: dict[str, Decimal]) -> None:
        self.ratings = {name.replace("_", "-"): points for name, points in ratings.items()}
        self.queries: list[str] = []

    async def __call__(self, players: Collection[str]) -> dict[str, dict[str, Decimal]]:
        self.queries += players
        return {player_id: self.ratings[player_id] for player_id in players if player_id in self.ratings}


async def test_arrivals_are_shown_with_their_ratings(tmp_path: Path) -> None:
    site = Site(m_ann=RATINGS)
    async with serving(tmp_path, lobby_times=LobbyTimeouts(numbers=50), ratings=site) as club:
        await shown_with_ratings(club, site)


async def shown_with_ratings(club: Club, site: Site) -> None:
    async with dial(club.port) as people, dial(club.port) as tables:
        await look(people, "people")
        await look(tables, "open")
        match_id = await club.live.match_service.open(
            TableRequest(
                Terms("tabla", rated=True, clock=CLOCK),
                (player("m-ann"), None),
                wait=300_000,
                public=True,
                by=0,
            )
        )
        assert "ratings" not in await page(tables, lambda message: message["ids"] == [match_id])
        async with dial(club.port, "m-ann") as ann, dial(club.port, "bob"):
            rated = await page(
                people, lambda message: any("rating" in person for person in message.get("people", []))
            )
            (person,) = (person for person in rated["people"] if "rating" in person)
            assert (person["name"], person["rating"], person["member"]) == ("M-Ann", 901, True)
            listed = await page(tables, lambda message: "ratings" in message)
            assert listed["ratings"] == [[612, None]]
            assert "cards" not in listed, "they have not changed"
            club.live.lobby.sessions.rated("m-ann", {"tabla": Decimal("620.10")})
            assert (await hear(ann, "rated"))["ratings"] == {"tabla": 620.1}
            listed = await page(tables, lambda message: "ratings" in message)
            assert listed["ratings"] == [[620, None]]
            assert (await look(people, "people"))["people"][1]["rating"] == 901, "the others stay"
        assert site.queries == ["m-ann"]


async def test_a_table_by_the_day_is_listed_with_the_ratings_by_the_day(tmp_path: Path) -> None:
    site = Site(m_ann=RATINGS)
    terms = Terms("tabla", rated=True, clock=ClockTerms.by_days(3))
    async with serving(tmp_path, ratings=site) as club, dial(club.port, "m-ann"), dial(club.port) as tables:
        request = TableRequest(terms, (player("m-ann"), None), public=True, by=0)
        await club.live.match_service.open(request)
        await look(tables, "open")
        listed = await page(tables, lambda message: "ratings" in message)
        assert listed["ratings"] == [[705, None]]


async def test_ratings_that_cannot_be_had_keep_nothing_from_anybody(tmp_path: Path) -> None:
    query = asyncio.Event()

    async def broken(players: Collection[str]) -> dict[str, dict[str, Decimal]]:
        query.set()
        raise OSError("the database is away")

    async with serving(tmp_path, ratings=broken) as club, dial(club.port, "m-ann") as ann:
        await query.wait()
        assert [person["name"] for person in (await look(ann, "people"))["people"]] == ["M-Ann"]
        query.clear()
        async with dial(club.port, "m-bob"):
            await query.wait()


@pytest.mark.parametrize(("wants", "rated"), [(True, True), (False, False)])
async def test_two_members_find_a_rated_game(club: Club, wants: bool, rated: bool) -> None:
    async with dial(club.port, "m-ann") as ann, dial(club.port, "m-bob") as bob:
        await tell(ann, t="seek", game="tabla", speed="fast")
        await tell(bob, t="seek", game="tabla", speed="fast", rated=wants)
        notice = await hear(ann, "go")
        terms = await club.live.terms(notice["m"])
        assert terms is not None
        assert terms.rated is rated


async def test_the_nearest_are_paired(tmp_path: Path) -> None:
    points = {"m_ann": 900, "m_bob": 400, "m_cid": 960}
    site = Site(**{name: {game: Decimal(n) for game in ("", "tabla")} for name, n in points.items()})
    async with (
        serving(tmp_path, ratings=site) as club,
        dial(club.port, "m-ann") as ann,
        dial(club.port, "m-bob") as bob,
        dial(club.port, "m-cid") as cid,
    ):
        news, rated = await look(ann, "people"), set[str]()
        while True:
            rated |= {person["name"] for person in news.get("people", []) if "rating" in person}
            if len(rated) == len(site.ratings):
                break
            news = await hear(ann, "page")
        for socket in (bob, ann, cid):
            await tell(socket, t="seek", game="tabla", speed="fast")
        assert (await hear(ann, "go"))["m"] == (await hear(cid, "go"))["m"]


async def test_sockets_are_looked_at_again(club: Club) -> None:
    def admits(user: Identity) -> bool:
        return user.id != "ann"

    desk = club.live.lobby.sessions
    async with dial(club.port, "ann") as ann, dial(club.port, "ann") as too, dial(club.port, "bob") as bob:
        await tell(ann, t="seek", game="tabla", speed="fast")
        await hear(ann, "seeking")
        desk.look_again("bob", admits)
        desk.look_again("nobody", admits)
        desk.look_again("ann", admits)
        for socket in (ann, too):
            await socket.wait_closed()
            assert socket.close_code == SHUT_OUT
        await club.gone(1)
        await tell(bob, t="seek", game="tabla", speed="fast")
        assert (await hear(bob, "seeking"))["others"] == 0, "he looks for nobody any more"
