"""Limits of rated matches between two members in a day, and the stored part of their addresses."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from msgspec.structs import replace

from tests.support.club.rating_records import START, member, played
from tests.support.club.site_database import site
from tests.support.match.dice_matches import Table
from zaria.club.personal_data import deletion, export
from zaria.club.ratings import addresses, limits, pairs
from zaria.club.ratings.limits import RatingLimits
from zaria.club.ratings.models import PairMatch, SeatAddress
from zaria.club.ratings.policy import ClubRatingPolicy, left
from zaria.club.site.clock import DAY_MS
from zaria.club.site.data_directory import ConfigurationError
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.matches.table_request import TableRequest
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.terms import RatingTerms, Terms
from zaria.match.versions import RULES_VERSION

ONE = ev.Player("p0", "Member0", "#111111", member=True)
TWO = ev.Player("p1", "Member1", "#222222", member=True)
GUEST = ev.Player("g1", "Guest", "#333333")
RATED = Terms("tabla", rated=True)
LIMITS = RatingLimits(a_day=2)


class World:
    """A policy, its clock, and the matches that live play knows."""

    def __init__(self) -> None:
        self.now = START
        self.matches: dict[str, Match] = {}
        self.policy = ClubRatingPolicy(LIMITS, self.find, lambda: self.now)

    async def find(self, match_id: str) -> Match | None:
        return self.matches.get(match_id)

    def play(self, match_id: str) -> None:
        """Live play knows this match, and it goes on."""
        self.matches[match_id] = Table(Terms("tabla")).match

    async def order(self, match_id: str, *places: ev.Player | None, terms: Terms = RATED) -> Terms:
        """The terms on which a table is set for these two."""
        first, second = places or (ONE, TWO)
        request = await self.policy.decide_rating(match_id, TableRequest(terms, (first, second)))
        self.play(match_id)
        return request.terms

    async def sit(self, match_id: str, player: ev.Player = TWO, terms: Terms = RATED) -> bool:
        """True if a match is rated after `player` takes the free place at a table of ONE's."""
        terms = replace(terms, rating_terms=LIMITS.terms(terms))
        live_match = LiveMatch(match_id, bytes(32), encode_places((ONE, None)))
        live_match.apply(ev.Opened(at=START, version=RULES_VERSION, id=match_id, terms=terms, seal="s"))
        self.play(match_id)
        return await self.policy.seated(live_match, player, "198.51.100.7")


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


async def test_a_table_says_how_it_counts(world: World) -> None:
    terms = await world.order("m1")
    assert terms.rating_terms == RatingTerms(turns=8, early_gain=100, most_points=3, a_day=2)
    assert (terms.rated, terms.unrated) == (True, "")
    match = replace(RATED, game="long-nardy", length=5)
    assert (await world.order("m2", terms=match)).rating_terms == RatingTerms(12, 100, 5, 2)
    cube = replace(RATED, game="backgammon", cube=True)
    assert (await world.order("m3", ONE, None, terms=cube)).rating_terms == RatingTerms(6, 100, 6, 2)
    assert (await world.order("m4", terms=Terms("tabla"))).rating_terms is None


async def test_two_who_are_known_have_so_many_a_day(world: World) -> None:
    assert (await world.order("m1")).rated
    assert (await world.order("m2", TWO, ONE)).rated
    third = await world.order("m3")
    assert (third.rated, third.unrated) == (False, "pair")
    assert (await world.order("m3")).rated is False
    assert (await world.order("m2")).rated  # asked again about the same match
    assert (await world.order("m4", ONE, GUEST)).rated  # refused for other reasons
    assert (await world.order("m5", ONE, None)).rated  # nobody knows yet who comes
    renewed = await world.order("m6", terms=third.as_ordered())
    assert renewed.unrated == "pair"
    world.now += DAY_MS
    assert (await world.order("m7", terms=third.as_ordered())).rated
    assert await sync_to_async(PairMatch.objects.count)() == 3


async def test_who_comes_to_an_open_table_is_counted_too(world: World) -> None:
    assert [await world.sit(name) for name in ("m1", "m2", "m1", "m3")] == [True, True, True, False]
    stranger = replace(TWO, id="p7")
    assert await world.sit("m4", stranger)


async def test_another_match_is_rated_or_not_before_it_takes_a_place(world: World) -> None:
    for name in ("m1", "m2"):
        assert await world.policy.may_begin(TWO, ONE)
        assert await world.policy.may_begin(ONE, TWO)
        assert await world.sit(name)
    assert not await world.policy.may_begin(TWO, ONE)
    assert await world.policy.may_begin(ONE, replace(TWO, id="p2"))
    world.now += DAY_MS
    assert await world.policy.may_begin(ONE, TWO)


async def test_a_refused_seat_leaves_the_place_to_the_next_player(world: World) -> None:
    third = replace(TWO, id="p2")
    assert await world.sit("m1")  # refused afterwards, for a reason of its own
    assert await world.sit("m1", third)
    assert [await world.sit(name) for name in ("m2", "m3", "m4")] == [True, True, False]
    assert [await world.sit(name, third) for name in ("m5", "m6")] == [True, False]


async def test_all_at_once_are_not_more(world: World) -> None:
    attempts = (world.sit(f"m{number}") for number in range(8))
    assert sum(await asyncio.gather(*attempts)) == LIMITS.a_day


async def test_what_did_not_come_about_takes_no_place(world: World) -> None:
    for name in ("m1", "m2"):
        assert (await world.order(name)).rated
    taken = await sync_to_async(pairs.rated_today)(("p0", "p1"), START // DAY_MS)
    assert await left(taken, 2, world.find) == 0
    table = Table(Terms("tabla"), seated=False)
    table.sit(0)
    table.do(0, cmd.Cancel())
    world.matches["m1"] = table.match
    assert await left(taken, 2, world.find) == 1
    assert (await world.order("m3")).rated
    await sync_to_async(played("m3", void=True, won=None).save)()
    assert (await world.order("m4")).rated
    assert (await world.order("m5")).unrated == "pair"


async def test_terms_of_their_own_stay(world: World) -> None:
    terms = replace(RATED, rating_terms=RatingTerms(most_points=1))
    for number in range(5):
        assert await world.order(f"m{number}", terms=terms) == terms


async def test_no_address_is_kept_but_a_hash_of_it(world: World) -> None:
    assert await world.sit("m1")
    (row,) = [row async for row in SeatAddress.objects.values()]
    assert (row["match_id"], row["player"], row["at"]) == ("m1", "p1", START)
    assert row["address"] == addresses.fingerprint("198.51.100.7")
    assert "198" not in row["address"]
    world.now += (settings.RATING_LIMITS.address_days + 1) * DAY_MS
    assert await world.sit("m9", replace(TWO, id="p7"))
    assert [row.match_id async for row in SeatAddress.objects.all()] == ["m9"]


def test_addresses_are_the_same_or_not() -> None:
    same = {addresses.fingerprint(f"2001:db8:0:1::{end}") for end in (1, 2)}
    different = {
        addresses.fingerprint(address) for address in ("2001:db8:0:2::1", "198.51.100.7", "198.51.100.8")
    }
    assert len(same) == 1
    assert len(same | different) == 4
    assert {addresses.fingerprint(address) for address in ("", "127.0.0.1", "::1")} == {""}


def test_a_member_gets_and_loses_what_is_kept(db: None) -> None:
    host, opponent = member(0), member(1)
    for who in (host, opponent):
        addresses.note("m1", who.player, "198.51.100.7", START)
        addresses.note("m2", who.player, "127.0.0.1", START)
    assert addresses.shared([("p0", "p1"), ("p0", "p2")]) == {("p0", "p1"): 1, ("p0", "p2"): 0}
    exported = export.of(host)["seat_addresses"]
    assert exported == [{"match_id": "m1", "address": addresses.fingerprint("198.51.100.7"), "at": START}]
    deletion.delete(host, "Nobody")
    assert [row.player for row in SeatAddress.objects.all()] == ["p1"]


def test_what_an_operator_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.from_environment() == RatingLimits()
    for name, value in (("A_DAY", "0"), ("CUBE", "1"), ("TURNS", "4, chess=10")):
        monkeypatch.setenv(f"ZARIA_RATED_{name}", value)
    monkeypatch.setenv("ZARIA_EARLY_GAIN", "0")
    chosen_limits = limits.from_environment()
    assert chosen_limits.terms(replace(RATED, game="chess")) == RatingTerms(10, 0, 1, 0)
    assert chosen_limits.terms(replace(RATED, game="backgammon", cube=True)) == RatingTerms(4, 0, 3, 0)
    for wrong in ("chess", "chess=", "nope=3", "chess=-1", "chess=99999", "a=b=3"):
        monkeypatch.setenv("ZARIA_RATED_TURNS", wrong)
        with pytest.raises(ConfigurationError, match="ZARIA_RATED_TURNS"):
            limits.from_environment()
