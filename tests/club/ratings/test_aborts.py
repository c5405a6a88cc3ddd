"""Members who leave rated matches again and again before they count play no rated one for a while."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from msgspec.structs import replace

from tests.support.club.rating_records import START, member, played
from tests.support.club.site_database import site
from zaria.club.matches.results.facts import facts
from zaria.club.ratings import aborts
from zaria.club.ratings.limits import RatingLimits
from zaria.club.ratings.policy import ClubRatingPolicy
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.match.versions import RULES_VERSION

LEAVER = ev.Player("p0", "Member0", "#111111", member=True)
OTHER = ev.Player("p1", "Member1", "#222222", member=True)
RATED = Terms("chess", rated=True, clock=ClockTerms(bank=600_000))
STAKED = replace(RATED, delayed=True, stakes=Stakes(10_00, 10_00, unit="credits"))
MINUTE = 60_000


async def no_match(match_id: str) -> None:
    """Live play knows no match."""


class World:
    """A policy, its clock, and the ways into a rated match: True if it is rated."""

    def __init__(self) -> None:
        self.now = START
        self.number = 0
        self.policy = ClubRatingPolicy(RatingLimits(a_day=0), no_match, lambda: self.now)

    async def order(self, *places: ev.Player | None, by: int | None, terms: Terms = RATED) -> bool:
        self.number += 1
        first, second = places
        request = TableRequest(terms, (first, second), by=by)
        return (await self.policy.decide_rating(f"m{self.number}", request)).terms.rated

    async def set_table(self) -> bool:
        return await self.order(LEAVER, None, by=0)

    async def invite(self) -> bool:
        return await self.order(OTHER, LEAVER, by=1)

    async def search(self) -> bool:
        return await self.order(OTHER, LEAVER, by=None)

    async def rematch_for_a_stake(self) -> bool:
        return await self.order(LEAVER, OTHER, by=None, terms=STAKED)

    async def sit(self, player: ev.Player = LEAVER, tournament: str = "") -> bool:
        terms = replace(RATED, rating_terms=RatingLimits(a_day=0).terms(RATED), tournament=tournament)
        live_match = LiveMatch("open", bytes(32), encode_places((None, None)))
        live_match.apply(ev.Opened(at=START, version=RULES_VERSION, id="open", terms=terms, seal="s"))
        return await self.policy.seated(live_match, player, "")


WAYS: tuple[Callable[[World], Awaitable[bool]], ...] = (
    World.set_table,
    World.invite,
    World.search,
    World.rematch_for_a_stake,
    World.sit,
)


@pytest.fixture
def tables(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """The site's tables, for several threads, with two members."""
    with site(None, tmp_path):
        for number in (0, 1):
            member(number)
        yield


@pytest.fixture
async def world(tables: None) -> AsyncIterator[World]:
    """See `World`."""
    world = World()
    yield world
    await world.policy.close()


@sync_to_async
def leave(times: int, rated: bool = True, first: int = START - 10 * MINUTE) -> None:
    """Let the member leave chess matches before the third move, on either side, a minute each."""
    for number in range(times):
        side = number % 2
        players = ("p0", "p1") if side == 0 else ("p1", "p0")
        at = first + number * MINUTE
        played(f"left{at}", at, players, None, (0, 0), "chess", void=True, aborted=side, rated=rated).save()


async def outcome(way: Callable[[World], Awaitable[bool]], world: World) -> bool | str:
    try:
        return await way(world)
    except CommandRefusedError as refused:
        return refused.code


@pytest.mark.parametrize("way", WAYS)
async def test_the_third_time_in_an_hour_begins_a_pause(
    world: World, way: Callable[[World], Awaitable[bool]]
) -> None:
    await leave(aborts.ABORTS - 1)
    assert await outcome(way, world) is True
    await leave(1, first=START - MINUTE)
    refused = False if way is World.search else aborts.CODE  # the other one gets a match all the same
    assert await outcome(way, world) == refused
    world.now = START - MINUTE + aborts.PAUSE_MS
    assert await outcome(way, world) is True
    await leave(1, first=world.now)  # the next one begins the pause anew
    assert await outcome(way, world) == refused
    world.now += aborts.PERIOD_MS
    assert await outcome(way, world) is True


async def test_others_and_tournaments_are_not_concerned(world: World) -> None:
    await leave(5)
    assert await world.order(OTHER, None, by=0)
    assert await world.order(OTHER, LEAVER, by=0), "the invited member is refused at the seat"
    assert await world.sit(OTHER)
    assert await world.sit(tournament="cup")
    assert aborts.CODE in SENTENCES


async def test_unrated_matches_and_those_that_others_left_do_not_count(world: World) -> None:
    await leave(5, rated=False)
    assert await world.set_table()


@pytest.mark.parametrize("side", [0, 1])
def test_the_result_says_who_left(side: int) -> None:
    terms = replace(RATED, rating_terms=RatingLimits().terms(RATED))
    record: list[ev.Event] = [
        ev.Opened(at=START, version=RULES_VERSION, id="m", terms=terms, seal="s"),
        *(
            ev.Seated(at=START, side=seat, player=player, seed="s")
            for seat, player in enumerate((LEAVER, OTHER))
        ),
        ev.GameStarted(at=START, number=1, crawford=False, starter=0),
        ev.Aborted(at=START, side=side),
        ev.GameEnded(at=START, winner=None, points=0, kind="void", how="void"),
        ev.MatchEnded(at=START, winner=None, score=(0, 0), secret=""),
    ]
    fields = facts(record)
    assert fields is not None
    assert (fields["aborted"], fields["void"], fields["rated"]) == (side, True, True)
