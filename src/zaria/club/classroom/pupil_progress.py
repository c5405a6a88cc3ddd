"""The progress of a pupil, for the teacher: lessons, puzzles, matches, errors."""

from typing import NamedTuple

from django.db.models import Count, Q, Sum

from zaria.bots.analysis.marks import unit_of
from zaria.club.accounts.models import Member
from zaria.club.games.catalogue import TITLES
from zaria.club.learn import progress as lessons
from zaria.club.matches.results.models import Played
from zaria.club.progress.models import MonthSum
from zaria.club.progress.rates import DecisionTotals
from zaria.club.puzzles.models import PuzzleAttempt


class PupilProgress(NamedTuple):
    """The work of a pupil so far; `error_rates` are those of games that were analysed, with their titles."""

    lessons: int
    puzzles: int
    puzzles_solved: int
    matches: int
    matches_won: int
    error_rates: list[tuple[object, float]]


def progress_of(member: Member) -> PupilProgress:
    """Return the progress of a pupil."""
    counts, done = lessons.board_counts(), lessons.stored(member)
    attempts = PuzzleAttempt.objects.filter(member=member)
    tried = attempts.aggregate(all=Count("pk"), solved=Count("pk", filter=Q(score__gte=1)))
    counted = Played.objects.filter(void=False, voided=False)
    matches = won = 0
    for side in (0, 1):
        rows = counted.filter(**{f"player{side}": member.player})
        numbers = rows.aggregate(all=Count("pk"), won=Count("pk", filter=Q(won=side)))
        matches, won = matches + numbers["all"], won + numbers["won"]
    return PupilProgress(
        lessons=sum(boards >= counts.get(name, boards + 1) for name, boards in done.items()),
        puzzles=tried["all"],
        puzzles_solved=tried["solved"],
        matches=matches,
        matches_won=won,
        error_rates=_error_rates(member),
    )


def _error_rates(member: Member) -> list[tuple[object, float]]:
    rows = MonthSum.objects.filter(member=member, game__in=TITLES).order_by("game")
    rates = []
    for game, *sums in rows.values_list("game").annotate(Sum("decisions"), Sum("loss"), Sum("squares")):
        rate = DecisionTotals(*sums).rate(unit_of(game))
        if rate is not None:
            rates.append((TITLES[game], rate))
    return rates
