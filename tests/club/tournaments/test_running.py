"""Tournaments that run by themselves at the real server, with real sockets."""

import asyncio
import signal
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker

from tests.support.by_day import by_day
from tests.support.club.entrants import connected
from tests.support.club.tournament_club import TournamentClub
from tests.support.club.tournament_terms import TABLA, terms
from zaria.club.accounts.models import Member
from zaria.club.ledger.queries import balance
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Pairing, Tournament, TournamentSeries
from zaria.club.tournaments.series import actions as series
from zaria.match.terms import ClockTerms
from zaria.tournaments import commands as cmd

GAME = replace(TABLA, length=1, clock=ClockTerms(delay=20_000, bank=60_000))
FROZEN_MS = 12_000
"""For so long a process is stopped: the pause before a match and the time to come to it are over then."""


@pytest.fixture
def eight(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[TournamentClub]:
    """A club of eight members."""
    club = TournamentClub(tmp_path, django_db_blocker, 8)
    yield club
    club.close()


async def announced(club: TournamentClub, format_: str, members: int = 8, **more: Any) -> str:
    """Announce a tournament, and enter the first members."""
    return await asyncio.to_thread(club.announce, format_, members, match=GAME, **more)


def check(tournament_id: str) -> None:
    """Each match was played once, and its result is that of its pairing."""
    decided = Pairing.objects.filter(tournament=tournament_id, how="played")
    for pairing in decided:
        match = Played.objects.get(match_id=pairing.match_id)
        assert (match.player0, match.player1) == (pairing.player0, pairing.player1)
        assert match.won == (0 if pairing.points0 == 2 else 1)
        assert match.rated
    ids = set(decided.values_list("match_id", flat=True))
    assert set(Played.objects.values_list("match_id", flat=True)) == ids
    row = Tournament.objects.get(pk=tournament_id)
    assert history.replayed(tournament_id).standings[0] == row.winner


@pytest.mark.slow
async def test_eight_members_play_a_friday_eight(eight: TournamentClub) -> None:
    tournament_id = await announced(eight, "knockout", fee=10_00)
    async with connected(eight.server.url, eight.cookies(8)) as entrants:
        await eight.ended(tournament_id)
    assert sorted(len(entrant.tables) for entrant in entrants) == [1, 1, 1, 1, 2, 2, 3, 3]
    await eight.ask(check, tournament_id)
    winner = await eight.ask(lambda: Tournament.objects.get(pk=tournament_id).winner)
    assert (await eight.ask(balance, winner)).available == 1000_00 - 10_00 + 80_00


@pytest.mark.slow
async def test_the_final_begins_after_its_pause(eight: TournamentClub) -> None:
    tournament_id = await announced(eight, "knockout", 4, pause_ms=2500)
    async with connected(eight.server.url, eight.cookies(4)):
        await eight.until(lambda: Pairing.objects.filter(number=2).exists())
        eight.server.stop(signal.SIGKILL)
        eight.server.restart()
        await eight.ended(tournament_id)
    await eight.ask(check, tournament_id)
    final = await eight.ask(lambda: Pairing.objects.get(number=2))
    assert final.opened_at is not None
    assert final.opened_at - final.since >= 2500


@pytest.mark.slow
async def test_a_process_that_was_frozen_during_a_pause_calls_the_final_once(eight: TournamentClub) -> None:
    """The time to come begins when the table opens, however long ago the pause ended."""
    tournament_id = await announced(eight, "knockout", 4, pause_ms=FROZEN_MS // 2, absent_ms=FROZEN_MS // 2)
    finals = Pairing.objects.filter(number=2)
    async with connected(eight.server.url, eight.cookies(4)) as entrants:
        await eight.until(finals.exists)
        eight.server.process.send_signal(signal.SIGSTOP)
        final = await eight.ask(finals.get)
        assert final.opened_at is None
        await eight.until(lambda: now_ms() >= final.since + FROZEN_MS)
        eight.server.process.send_signal(signal.SIGCONT)
        await eight.ended(tournament_id)
    await eight.ask(check, tournament_id)
    final = await eight.ask(finals.get)
    assert (final.how, final.attempt) == ("played", 0)
    called = [entrant for entrant in entrants if final.match_id in entrant.tables]
    assert len(called) == 2


@pytest.mark.slow
async def test_who_does_not_come_is_defeated(eight: TournamentClub) -> None:
    async with connected(eight.server.url, eight.cookies(1)):
        tournament_id = await announced(eight, "knockout", 2, absent_ms=4000)
        await eight.ended(tournament_id)
    row, pairing = await eight.ask(Tournament.objects.get), await eight.ask(Pairing.objects.get)
    assert (row.phase, row.winner) == ("cancelled", ""), "no match was played"
    assert pairing.how == "absent"
    assert pairing.points0 == (2 if pairing.player0 == eight.members[0].player.id else 0)


@pytest.mark.slow
async def test_of_two_who_do_not_come_both_are_defeated(eight: TournamentClub) -> None:
    tournament_id = await announced(eight, "knockout", 2, absent_ms=100)
    await eight.ended(tournament_id)
    pairing = await eight.ask(Pairing.objects.get)
    assert (pairing.how, pairing.points0, pairing.points1) == ("absent", 0, 0)


@pytest.mark.parametrize(("members", "kills"), by_day([(4, (1,))], [(4, (1,)), (8, (1, 4, 6))]))
async def test_kills_in_the_middle_change_nothing(
    eight: TournamentClub, members: int, kills: tuple[int, ...]
) -> None:
    """After so many matches."""
    tournament_id = await announced(eight, "knockout", members)
    async with connected(eight.server.url, eight.cookies(members)):
        for played in kills:
            await eight.until(lambda: Pairing.objects.filter(how="played").count() >= played)  # noqa: B023
            eight.server.stop(signal.SIGKILL)
            eight.server.restart()
        await eight.ended(tournament_id)
    await eight.ask(check, tournament_id)
    assert await eight.ask(Played.objects.count) == members - 1


@pytest.mark.slow
async def test_an_arena_pairs_those_who_are_free(eight: TournamentClub) -> None:
    tournament_id = await announced(eight, "arena", 4, round_ms=3_600_000)
    async with connected(eight.server.url, eight.cookies(4)) as entrants:
        await eight.until(lambda: Pairing.objects.filter(how="played").count() >= 6)
    assert max(len(entrant.tables) for entrant in entrants) > 1
    assert await eight.ask(Tournament.objects.filter(round=1).exists)
    await eight.ask(actions.execute, tournament_id, cmd.Cancel("director", "It is late"))
    await eight.until(lambda: not Pairing.objects.filter(how="cancelled", opened_at__isnull=False).exists())


@pytest.mark.slow
async def test_a_league_waits_for_both(eight: TournamentClub) -> None:
    tournament_id = await announced(eight, "league", 2, round_ms=3_600_000)
    players = [member.player.id for member in eight.members[:2]]
    async with connected(eight.server.url, eight.cookies(2)):
        for played in (1, 2):
            waiting = Pairing.objects.filter(how="", opened_at=None)
            await eight.until(waiting.all().exists)
            for player in players:
                await eight.ask(actions.say_ready, tournament_id, player)
            await eight.until(lambda: Pairing.objects.filter(how="played").count() >= played)  # noqa: B023
        await eight.ended(tournament_id)
    await eight.ask(check, tournament_id)


@pytest.mark.slow
async def test_a_match_that_the_director_decides_ends(eight: TournamentClub) -> None:
    tournament_id = await announced(eight, "knockout", 2)
    await eight.until(Pairing.objects.exclude(opened_at=None).exists)
    pairing = await eight.ask(Pairing.objects.get)
    assert pairing.match_id is not None
    command = cmd.Forfeit(1, 0, pairing.player0, "director", "They have left the hall")
    await eight.ask(actions.execute, tournament_id, command)
    await eight.until(Pairing.objects.filter(opened_at=None).exists)
    assert (await eight.ask(Tournament.objects.get)).phase == "cancelled"
    async with connected(eight.server.url, eight.cookies(1)) as (entrant,):
        entrant.watch(pairing.match_id)
        await eight.until(lambda: not entrant.match)
    assert not await eight.ask(Played.objects.exists)


@pytest.mark.slow
async def test_the_tournaments_of_a_series_are_announced(eight: TournamentClub) -> None:
    await eight.ask(_repeat)
    await eight.until(Tournament.objects.all()[2:].exists)
    starts = await eight.ask(lambda: sorted(Tournament.objects.values_list("starts_at", flat=True)))
    assert {later - earlier for earlier, later in pairwise(starts)} == {DAY_MS}


def _repeat() -> None:
    """A daily series, of which no process has announced the third start yet."""
    owner = Member.objects.create_superuser("Owner", "owner@example.org")
    first = terms(match=GAME, starts_at=now_ms() + DAY_MS // 2)
    row = series.set_up(owner, first, "FREQ=DAILY", "UTC", days=2)
    TournamentSeries.objects.filter(pk=row.pk).update(days=3)
