"""Two members meet in rated matches as often in a day as the club allows, whatever way they meet."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from msgspec.structs import replace

from tests.support.club.rating_records import START
from tests.support.club.site_database import site
from tests.support.club.tournament_play import begun
from tests.support.club.tournament_terms import terms
from tests.support.match.dice_matches import Table
from zaria.club.accounts.models import Member
from zaria.club.ratings.limits import RatingLimits
from zaria.club.ratings.policy import ClubRatingPolicy
from zaria.club.site.clock import DAY_MS
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.runner import progress
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.matches.table_request import TableRequest
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.terms import ClockTerms, RatingTerms, Terms
from zaria.match.versions import RULES_VERSION
from zaria.tournaments.formats.registry import FORMATS

RATED = Terms("tabla", rated=True, clock=ClockTerms(delay=20_000))
HOUR = 3_600_000


class Pair:
    """Two members who want a rated match again and again, at the tables of one process."""

    def __init__(self, first: Member, second: Member) -> None:
        self.members = (first, second)
        self.players = (first.as_player(), second.as_player())
        self.day = 0
        self.policy = ClubRatingPolicy(RatingLimits(), self.find, lambda: START + self.day * DAY_MS)
        self.numbers = count()

    async def find(self, match_id: str) -> Match | None:
        """All of their matches are in play."""
        return Table(Terms("tabla")).match

    def name(self) -> str:
        """Return the id of another match."""
        return f"m{next(self.numbers)}"

    def ways(self) -> Iterator[Callable[[], Awaitable[bool]]]:
        """All ways of meeting in a rated match that are not the staff's."""
        yield from (self.open_table, self.known_opponent, self.rematch)
        for format_ in FORMATS:
            bounds = {"round_ms": HOUR} if format_ in ("arena", "league") else {}
            for owner in ({"private": True}, {"federation": "anafeds"}):
                yield partial(self.in_tournament, format_, **bounds, **owner)

    async def open_table(self) -> bool:
        """One sets a table, the other comes to it."""
        request = await self.policy.decide_rating(
            name := self.name(), TableRequest(RATED, (self.players[0], None))
        )
        live_match = LiveMatch(name, bytes(32), encode_places(request.places))
        live_match.apply(ev.Opened(at=START, version=RULES_VERSION, id=name, terms=request.terms, seal="s"))
        return await self.policy.seated(live_match, self.players[1], "")

    async def known_opponent(self) -> bool:
        """An invitation, a challenge of the API, or a search that finds them."""
        return (await self.policy.decide_rating(self.name(), TableRequest(RATED, self.players))).terms.rated

    async def rematch(self) -> bool:
        """The match before, with the sides changed."""
        before = replace(RATED, rating_terms=RatingLimits().terms(RATED))
        request = TableRequest(before.renewed(), self.players[::-1])
        return (await self.policy.decide_rating(self.name(), request)).terms.rated

    async def in_tournament(self, format_: str, **more: object) -> bool:
        """The first match of a tournament of these two."""
        (opening,) = await sync_to_async(self._opening)(f"t{next(self.numbers)}", format_, more)
        return (await self.policy.decide_rating(opening.match_id, opening.request)).terms.rated

    def _opening(self, name: str, format_: str, more: dict[str, object]) -> list[progress.Opening]:
        row = actions.create(
            terms(format_, match=tournament_match(), least=2, **more), "d", tournament_id=name
        )
        for member in self.members:
            actions.enter(row.pk, member)
        actions.begin(row.pk)
        openings = progress.step(row.pk).openings
        if FORMATS[row.format].arranged and not openings:
            for member in self.members:
                actions.say_ready(row.pk, member.player)
            openings = progress.step(row.pk).openings
        return openings[:1]


def tournament_match() -> Terms:
    """The terms of rated matches with a cube and without the Crawford game."""
    return replace(
        terms("knockout").match, game="backgammon", rated=True, length=3, cube=True, crawford=False
    )


@pytest.fixture
def members(transactional_db: None, tmp_path: Path) -> Iterator[list[Member]]:
    """Two members, in tables for several threads."""
    with site(None, tmp_path):
        yield [
            Member.objects.create(username=login, email=f"{login}@example.org", password="!")
            for login in ("Ann", "Bob")
        ]


@pytest.fixture
async def pair(members: list[Member]) -> AsyncIterator[Pair]:
    """See `Pair`."""
    both = Pair(*members)
    yield both
    await both.policy.close()


async def test_all_ways_of_meeting_share_the_places_of_a_day(pair: Pair) -> None:
    """Each way takes a place of the day, and none has another after the last."""
    ways, most = list(pair.ways()), RatingLimits().a_day
    for way in ways:
        pair.day += 1
        assert [await pair.known_opponent() for _ in range(most - 1)] == [True] * (most - 1)
        assert await way()
        assert not await pair.known_opponent()
        assert not await pair.policy.may_begin(*pair.players)
    assert [await way() for way in ways] == [False] * len(ways)


async def test_the_matches_of_the_staff_count_in_full(pair: Pair) -> None:
    for _ in range(3 * RatingLimits().a_day):
        assert await pair.in_tournament("knockout")
    assert await pair.known_opponent()


@pytest.mark.parametrize("owner", [{"private": True}, {"federation": "anafeds"}, {}])
def test_every_tournament_bounds_what_a_match_adds(db: None, owner: dict[str, object]) -> None:
    row = actions.create(terms("knockout", match=tournament_match(), **owner), "d")
    bounds = history.state(row).terms.match.rating_terms
    club = RatingTerms(turns=6, early_gain=100, most_points=3, a_day=5)
    assert bounds == (club if owner else RatingTerms(most_points=3))


def test_a_tournament_announced_before_the_bounds_is_played_within_them(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = replace(tournament_match(), rating_terms=RatingTerms())
    monkeypatch.setattr(actions, "with_rating_terms", lambda _: before)
    row, _ = begun(2, "knockout", match=tournament_match(), private=True)
    assert history.state(row).terms.match.rating_terms == RatingTerms()
    (opening,) = progress.step(row.pk).openings
    assert opening.request.terms.rating_terms == settings.RATING_LIMITS.terms(before)
