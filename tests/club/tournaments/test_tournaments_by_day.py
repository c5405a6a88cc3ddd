"""Tournaments by the day in simulated time: rounds of days, which end although matches do not."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.http import QueryDict

from tests.support.club.site_database import site
from tests.support.club.tournament_judge import judge
from tests.support.club.tournament_terms import terms
from tests.support.live.page_sessions import FakeNow, Page, act, started
from zaria.club.accounts.models import Member
from zaria.club.matches.results import actions as results
from zaria.club.matches.results.models import Played
from zaria.club.site import clock
from zaria.club.site.clock import DAY_MS, HOUR_MS
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.pages import chronology
from zaria.club.tournaments.roles import Rights
from zaria.club.tournaments.runner.runner import TournamentRunner
from zaria.club.tournaments.setup.forms import TournamentForm
from zaria.club.tournaments.setup.summary import summary
from zaria.live.app import Live
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments.formats.registry import FORMATS

CHESS = Terms("chess", clock=ClockTerms.by_days(2, vacation=False), rated=True)
ROUND_MS = 4 * DAY_MS
STEP_MS = 6 * HOUR_MS
MOST_STEPS = 400


class Club:
    """Live play, the runner, the time, and what the players of each match do."""

    def __init__(self, live: Live, now: FakeNow) -> None:
        self.live, self.now = live, now
        self.runner = TournamentRunner(live, lambda: True)
        self.pages: dict[str, Page] = {}

    async def run(self, tournament_id: str) -> None:
        """Let days pass until a tournament is over."""
        for _step in range(MOST_STEPS):
            await self.runner.run_once()
            await self.live.day_sweep.sweep()
            open_ones = await ask(lambda: list(Pairing.objects.filter(how="", opened_at__isnull=False)))
            for pairing in open_ones:
                await self._play(pairing)
                await self._record(pairing.match_id)
            if await ask(Tournament.objects.filter(pk=tournament_id, phase="over").exists):
                await self.runner.run_once()  # it ends the last tables
                return
            self.now.ms += STEP_MS
        raise AssertionError("the tournament does not end")

    async def _play(self, pairing: Pairing) -> None:
        """Play on. Matches are resigned, lost on time, too long for their round, or never begun, in turn."""
        match_id = pairing.match_id
        assert match_id is not None
        fate = ("resigned", "flagged", "unfinished", "unseated")[(pairing.number + pairing.place) % 4]
        match = await self.live.match(match_id)
        assert match is not None
        if match.phase == "over":
            return
        pages = [self._page(player) for player in (pairing.player0, pairing.player1)]
        if match.phase == "open":
            for page in pages[: 1 if fate == "unseated" else 2]:
                if match.players[pages.index(page)] is None:
                    page.got.clear()
                    assert (await page.sit(match_id))["t"] == "ack"
        elif fate == "resigned":
            for _ply in range(4):
                await act(match_id, *pages)
            assert (await pages[0].did(match_id, {"t": "resign", "points": 1}))["t"] == "ack"
            if (await pages[1].look(match_id))["v"]["phase"] != "over":
                assert (await pages[1].did(match_id, {"t": "accept"}))["t"] == "ack"
        elif fate == "unfinished":
            await act(match_id, *pages)

    def _page(self, player: str) -> Page:
        """The page that a player has open all the time."""
        if player not in self.pages:
            self.pages[player] = Page(self.live, player)
        return self.pages[player]

    async def _record(self, match_id: str | None) -> None:
        """Write down the result of a match that is over, as the projector does."""
        assert match_id is not None
        stored = await self.live.journal.load(match_id)
        match = await self.live.match(match_id)
        if stored is not None and match is not None and match.phase == "over":
            await ask(results.write, {match_id: [row.body for row in stored.rows]})


async def ask(work: Callable[..., Any], *args: Any) -> Any:
    """Do something with the tables of the site."""
    return await sync_to_async(work)(*args)


@pytest.fixture
def now() -> Iterator[FakeNow]:
    """The clocks of the site and of live play."""
    now = FakeNow()
    before = list(clock._clocks)
    clock.follow(now)
    with clock.use(now):
        yield now
    clock._clocks[:] = before


@pytest.fixture
def tables(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """The tables of the site in a file: threads use them."""
    with site(None, tmp_path):
        yield


@pytest.fixture
async def club(tables: None, tmp_path: Path, now: FakeNow) -> AsyncIterator[Club]:
    live = await started(tmp_path / "live.sqlite3", now=now)
    club = Club(live, now)
    yield club
    await club.runner.close()
    await live.stop()


@pytest.mark.parametrize("format_", ["league", "knockout", "swiss", "round-robin"])
async def test_it_runs_to_its_end(club: Club, format_: str) -> None:
    row, members = await ask(_entered, format_)
    began = club.now.ms
    await club.run(row.pk)
    state = await ask(judge, row.pk)
    assert state.phase == "over"
    assert len(state.standings) == len(members)
    rounds = state.number
    assert club.now.ms - began <= rounds * (ROUND_MS + 2 * STEP_MS), "no round is held up"
    hows = Counter(await ask(lambda: list(Pairing.objects.values_list("how", flat=True))))
    assert hows.keys() <= {"played", "unfinished", "absent", "bye", "walkover"}
    assert hows["unfinished"], "the end of a round decides"
    assert await club.live.waiting_tables(members[0].player) == []
    if format_ != "league":
        return
    assert (rounds, sum(hows.values())) == (6, 12), "everyone meets everyone twice"
    assert min(hows["played"], hows["unfinished"], hows["absent"]) >= 2
    rated = await ask(lambda: set(Played.objects.values_list("speed", "how")))
    assert {("days", "resigned"), ("days", "time")} <= rated
    assert "was not over in time" in await ask(_log, row.pk)


def _entered(format_: str) -> tuple[Tournament, list[Member]]:
    """A tournament of four, whom the sockets of tests know as members."""
    wanted = terms(format_, match=CHESS, round_ms=ROUND_MS, absent_ms=DAY_MS, rounds=3)
    row, members = actions.create(wanted, "director"), []
    for number in range(4):
        login = f"Ann{number}"
        member = Member.objects.create(
            username=login, email=f"{login}@example.org", player=f"m-{login}", since=clock.now()
        )
        actions.enter(row.pk, member)
        members.append(member)
    return row, members


def _log(tournament_id: str) -> str:
    """All that the page says of what happened."""
    return repr(chronology.chronology(tournament_id, history.replayed(tournament_id)))


@pytest.mark.parametrize("format_", FORMATS)
def test_a_round_by_the_day_lasts_a_day_and_an_arena_has_none(format_: str) -> None:
    sound = terms(format_, match=CHESS, round_ms=DAY_MS, starts_at=0)
    assert sound.is_sound() is not FORMATS[format_].continuous
    assert terms(format_, match=CHESS, round_ms=DAY_MS - 1, starts_at=0).is_sound() is False
    assert sound.rest_ms(2, 0, 0) == 0


@pytest.mark.django_db
def test_a_director_chooses_days_for_the_turns_and_for_the_rounds() -> None:
    data = QueryDict(mutable=True)
    data.update({
        "title": "Slow league", "game": "tabla", "format": "league", "starts_at": "2027-01-15T12:00",
        "zone": "UTC", "least": "2", "most": "8", "clock": "days", "round_length": str(14 * DAY_MS),
    })  # fmt: skip
    with clock.use(lambda: 1_800_000_000_000):
        form = TournamentForm(Rights(staff=True), data)
        assert form.is_valid(), (form.errors, form.match.errors)
        league = form.terms()
        assert league.match.clock == ClockTerms.with_pool(7, 24, vacation=False)
        assert (league.round_ms, league.absent_ms, league.pause_ms) == (14 * DAY_MS, 3 * DAY_MS, 0)
        assert "with more time left" in summary(league, "UTC")
        data["round_length"] = str(HOUR_MS)
        assert "round_length" in TournamentForm(Rights(staff=True), data).errors
        data["format"] = "arena"
        assert "format" in TournamentForm(Rights(staff=True), data).errors
