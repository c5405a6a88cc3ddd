"""Tournaments of tests that are played on without tables: results are reported by the sides of the boards."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle

from tests.support.club.tournament_terms import entered
from zaria.club.accounts.models import Member
from zaria.club.tournaments import actions
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.runner import progress
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import DRAW, LOSS, WIN, Result
from zaria.tournaments.refusals import TournamentRefusedError

FIRST, SECOND, DRAWN = Result((WIN, LOSS)), Result((LOSS, WIN)), Result((DRAW, DRAW))
ABSENT = Result((WIN, LOSS), played=False)
"""Side 1 did not come."""


def waiting(row: Tournament) -> list[Pairing]:
    """The pairings without a result."""
    return list(Pairing.objects.filter(tournament=row, how="").order_by("number", "place", "attempt"))


def play(row: Tournament, rounds: int = 99, results: Sequence[Result] = (FIRST,)) -> Tournament:
    """Report the results of so many rounds, these results in turn, as if the tables had been opened."""
    in_turn: Iterator[Result] = cycle(results)
    for _round in range(rounds):
        _pair_arena(row)
        pairings = waiting(row)
        if not pairings:
            break
        progress.mark_opened([unplayed.match_id for unplayed in pairings if unplayed.match_id])
        for pairing in pairings:
            progress.report(pairing, next(in_turn))
    return Tournament.objects.get(pk=row.pk)


def _pair_arena(row: Tournament) -> None:
    """Let an arena pair those who are free."""
    if row.format == "arena":
        with suppress(TournamentRefusedError):  # nobody is
            actions.execute(row.pk, cmd.Pair())


def begun(players: int, format_: str = "knockout", **more: object) -> tuple[Tournament, list[Member]]:
    """A tournament that has begun, with so many players."""
    row, members = entered(players, format_, **more)
    return actions.begin(row.pk), members
