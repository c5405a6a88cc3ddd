"""The runner over live play in the same process: tables that are ordered, ended, and looked at."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from tests.support.club.site_database import site
from tests.support.club.tournament_club import PATIENCE_S
from tests.support.club.tournament_terms import terms
from tests.support.live.page_sessions import Page, assembled, started
from zaria.club.accounts.models import Member
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Pairing, PendingStep, Tournament
from zaria.club.tournaments.runner import progress
from zaria.club.tournaments.runner.runner import TournamentRunner
from zaria.live.app import Live
from zaria.live.journal.sqlite import SqliteJournal
from zaria.match.events import Annulled
from zaria.tournaments import commands as cmd

HOUR = 3_600_000
PLAYERS = ("m-ann", "m-bob")


class Club(NamedTuple):
    """Live play, and the runner of a tournament of two players."""

    live: Live
    runner: TournamentRunner
    tournament: str


@pytest.fixture
def tables(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """The tables of the site in a file: threads use them."""
    with site(None, tmp_path):
        yield


@pytest.fixture
async def club(tables: None, tmp_path: Path) -> AsyncIterator[Club]:
    """A knock-out of two, which has not begun."""
    live = await started(tmp_path / "live.sqlite3")
    runner = TournamentRunner(live, lambda: True)
    yield Club(live, runner, await ask(_announce))
    await runner.close()
    await live.stop()


async def ask(work: Callable[..., Any], *args: Any) -> Any:
    """Do something with the tables of the site."""
    return await sync_to_async(work)(*args)


def _announce() -> str:
    row = actions.create(terms(), "director")
    for player in PLAYERS:
        name = player[2:].title()
        member = Member.objects.create(
            username=name, email=f"{name}@example.org", player=player, since=timezone.now()
        )
        actions.enter(row.pk, member)
    return row.pk


def forfeit(tournament_id: str) -> None:
    command = cmd.Forfeit(1, 0, PLAYERS[0], "director", "They have left the hall")
    actions.execute(tournament_id, command)


async def test_a_table_that_was_opened_and_not_noted_is_ended(club: Club) -> None:
    """The process dies after it has opened the table; then the director decides the meeting."""
    (opening,) = (await ask(progress.step, club.tournament)).openings
    await club.live.open_for_tournament(opening.request, opening.match_id)
    await ask(forfeit, club.tournament)
    await club.runner.run_once()
    record = await club.live.record(opening.match_id)
    assert any(isinstance(event, Annulled) for event in record or [])
    assert await ask(progress.tournaments_to_run, now_ms()) == []


async def test_a_table_that_was_not_opened_any_more_is_left(club: Club) -> None:
    (opening,) = (await ask(progress.step, club.tournament)).openings
    await ask(forfeit, club.tournament)
    await club.runner.run_once()
    assert await club.live.record(opening.match_id) is None
    assert await ask(progress.tournaments_to_run, now_ms()) == []
    assert await ask(Tournament.objects.filter(phase=Tournament.Phase.CANCELLED).exists)


async def test_a_table_over_whose_wait_the_club_was_closed_is_opened_again(
    tables: None, tmp_path: Path
) -> None:
    """Its players could not come: nobody is defeated, and both are called again."""
    live = await started(tmp_path / "live.sqlite3")
    tournament_id = await ask(_announce)
    (opening,) = (await ask(progress.step, tournament_id)).openings
    await live.open_for_tournament(opening.request, opening.match_id)
    await ask(progress.mark_opened, [opening.match_id])
    await live.stop()
    await ask(lambda: Pairing.objects.update(opened_at=now_ms() - HOUR))
    journal = await SqliteJournal.connect(tmp_path / "live.sqlite3")
    live = await assembled(journal, lambda: now_ms() + HOUR)  # an hour has passed
    runner = TournamentRunner(live, lambda: True, interval_s=0.01)
    try:
        async with asyncio.timeout(PATIENCE_S):
            while not await ask(Pairing.objects.filter(attempt=1).exists):
                await runner.run_once()
        first, second = await ask(lambda: list(Pairing.objects.order_by("attempt")))
        assert (first.how, second.how) == ("repeated", "")
        await runner.run_once()
        assert await live.match(second.match_id) is not None
        assert await ask(Tournament.objects.filter(phase=Tournament.Phase.PLAYING).exists)
    finally:
        await runner.close()
        await live.stop()


async def test_a_long_match_is_read_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    await club.runner.run_once()
    pairing = await ask(Pairing.objects.get)
    for player in PLAYERS:
        await Page(club.live, player).sit(pairing.match_id)
    await ask(lambda: Pairing.objects.update(opened_at=now_ms() - HOUR))
    await ask(PendingStep.add, [club.tournament])
    loads, load = [], club.live.journal.load

    async def counted(match_id: str) -> Any:
        loads.append(match_id)
        return await load(match_id)

    monkeypatch.setattr(club.live.journal, "load", counted)
    for _ in range(4):
        await club.runner.run_once()
    assert loads == [pairing.match_id]


async def test_a_tournament_to_which_nothing_happens_needs_no_step(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    step = progress.step

    def counted(tournament_id: str, *, ticks: bool = True) -> progress.Step:
        steps.append(tournament_id)
        return step(tournament_id, ticks=ticks)

    monkeypatch.setattr(progress, "step", counted)
    for _ in range(4):
        await club.runner.run_once()
    assert len(steps) == 2  # its start is a change
    assert await ask(progress.has_pending) is False
    await ask(forfeit, club.tournament)
    assert await ask(progress.has_pending) is False  # it is over
    await club.runner.run_once()
    assert await ask(progress.tournaments_to_run, now_ms()) == []
