"""A tournament in each game at one real server: all of them at once, each player at several boards."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.db import transaction
from msgspec.structs import replace
from pytest_django import DjangoDbBlocker

from tests.proof.checks import from_sqlite
from tests.support.club.quick_players import playing
from tests.support.club.tournament_club import TournamentClub
from tests.support.club.tournament_judge import judge
from tests.support.club.tournament_terms import TABLA, terms
from zaria import games
from zaria.club.accounts.models import Member
from zaria.club.matches.results.models import Played
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.games.registry import GAMES
from zaria.match.terms import ClockTerms
from zaria.tournaments.draw import drawn_order

MEMBERS = 8
DRAWN = ("chess", "russian-draughts")
"""Games of knock-outs of four in which every match is drawn."""
ACTS = ("moved", "played", "rolled")
"""The acts of sides on the board: one that cannot move has rolled."""


@pytest.fixture
def club(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[TournamentClub]:
    """A club of some members."""
    club = TournamentClub(tmp_path, django_db_blocker, MEMBERS)
    yield club
    club.close()


@transaction.atomic
def announce() -> dict[str, str]:
    """A knock-out in each game, of two players but where it is drawn; the ids by game."""
    members = list(Member.objects.order_by("pk")[:MEMBERS])
    tournament_ids = {}
    for number, game in enumerate(GAMES):
        length = len(games.get(game).rotation)
        match = replace(TABLA, game=game, length=length, clock=ClockTerms(delay=60_000, bank=600_000))
        row = actions.create(terms(match=match, title=game), "director")
        first, size = (0, 4) if game in DRAWN else (2 * number % MEMBERS, 2)
        for member in members[first : first + size]:
            actions.enter(row.pk, member)
        tournament_ids[game] = row.pk
    return tournament_ids


def check_matches(tournament_ids: dict[str, str], moves: dict[str, int]) -> None:
    """Each tournament was played in its game, by both sides."""
    matches = {row.match_id: row for row in Played.objects.all()}
    for game, tournament_id in tournament_ids.items():
        judge(tournament_id)
        for pairing in Pairing.objects.filter(tournament=tournament_id):
            assert pairing.match_id is not None
            match = matches.pop(pairing.match_id)
            assert match.game == game
            assert (match.player0, match.player1) == (pairing.player0, pairing.player1)
            assert moves[match.match_id] >= 2, game
            if game in DRAWN:
                assert match.won is None
            else:
                assert match.won == (0 if pairing.points0 == 2 else 1)
    assert not matches


def check_lots(tournament_id: str) -> None:
    """Each meeting was drawn, played again with exchanged sides, drawn again and decided by lot."""
    secret = bytes.fromhex(Tournament.objects.get(pk=tournament_id).secret)
    pairings = list(Pairing.objects.filter(tournament=tournament_id).order_by("number", "place", "attempt"))
    for first, second in two_attempts(pairings):
        assert (first.attempt, first.how, second.attempt, second.how) == (0, "repeated", 1, "lot")
        assert (first.player0, first.player1) == (second.player1, second.player0)
        players = (second.player0, second.player1)
        winner = drawn_order(secret, tournament_id, f"lot {first.number} {first.place}", players)[0]
        assert (second.points0, second.points1) == ((2, 0) if winner == second.player0 else (0, 2))
    assert len(pairings) == 6


def two_attempts(pairings: Sequence[Pairing]) -> Iterator[tuple[Pairing, Pairing]]:
    """The two attempts at each meeting."""
    return zip(pairings[::2], pairings[1::2], strict=True)


@pytest.mark.slow
async def test_a_tournament_in_each_game(club: TournamentClub) -> None:
    cookies = await asyncio.to_thread(club.cookies, MEMBERS)
    tournament_ids = await club.ask(announce)
    async with playing(club.server.url, cookies, {tournament_ids[game] for game in DRAWN}):
        await club.until(lambda: Tournament.objects.filter(phase="over").count() == len(GAMES))
    journal = from_sqlite(club.home / "live.sqlite3")
    moves = {match: sum(row.kind in ACTS for row in rows) for match, rows in journal.items()}
    await club.ask(check_matches, tournament_ids, moves)
    for game in DRAWN:
        await club.ask(check_lots, tournament_ids[game])
