"""Writes what solvers do: answers with their ratings, votes, reports, settings."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.puzzles import ratings, streaks
from zaria.club.puzzles.grading import GradedTurn
from zaria.club.puzzles.models import (
    PuzzleAttempt,
    PuzzleReport,
    PuzzleSettings,
    PuzzleState,
    PuzzleVote,
    SolverRating,
)
from zaria.club.ratings.glicko import GlickoRating
from zaria.puzzles.puzzle import Puzzle

HIDING = 2
"""So many reports hide a puzzle until it was checked again."""

LONGEST_ANSWER = 120
_RATING_FIELDS = ("rating", "deviation", "volatility")


class GradedAnswer(NamedTuple):
    """An answer to a puzzle, as it was graded.

    `loss` in points, or in chance to win on squares; `is_offered`: the puzzle came from the stream, and
    `is_theme_known`: by a theme that the solver has chosen.
    """

    answer: str
    loss: float
    score: float
    is_offered: bool = False
    is_theme_known: bool = False


@transaction.atomic
def record_answer(member: Member, puzzle: Puzzle, graded: GradedAnswer, now: int) -> PuzzleAttempt:
    """Store the first answer of a member to a puzzle, and rate it if the puzzle was offered; `now` in ms.

    A puzzle that was hidden in the meantime rates nobody.
    A later answer changes nothing but the streak; the attempt that is returned is then the first one.
    """
    Member.objects.select_for_update(no_key=True).get(pk=member.pk)  # two tabs: one of them is first
    streaks.record(member, now)
    attempt = PuzzleAttempt.objects.filter(member=member, puzzle=puzzle.id).first()
    if attempt is not None:
        return attempt
    attempt = PuzzleAttempt(
        member=member,
        puzzle=puzzle.id,
        game=puzzle.game,
        at=now,
        answer=graded.answer[:LONGEST_ANSWER],
        loss=graded.loss,
        score=graded.score,
    )
    if graded.is_offered and not (state := _locked_state(puzzle)).is_hidden:
        attempt.before, attempt.after = _rate(member, state, graded)
    attempt.save()
    return attempt


def record_unrated(member: Member, puzzle: Puzzle, graded: GradedTurn, now: int) -> None:
    """Store an answer from a frame or by the API, whose verdict has the solution; `now` in ms.

    The puzzle does not rate the member any more.
    """
    record_answer(member, puzzle, GradedAnswer(graded.answer, graded.loss, graded.score), now)


def _rate(member: Member, state: PuzzleState, graded: GradedAnswer) -> tuple[float, float]:
    """Rate the solver and the puzzle; return the solver's rating before and after."""
    row = SolverRating.objects.filter(member=member, game=state.game).first()
    row = row or SolverRating(member=member, game=state.game, **ratings.BEGINNER._asdict())
    solver, rating = _glicko(row), _glicko(state)
    weight = ratings.answer_weight(graded.score, is_theme_known=graded.is_theme_known)
    rated = ratings.rate_answer(solver, rating, graded.score, weight)
    for stored, after in ((row, rated.solver), (state, rated.puzzle)):
        for field in _RATING_FIELDS:
            setattr(stored, field, getattr(after, field))
        stored.count += 1
        stored.save()
    return solver.rating, rated.solver.rating


def _glicko(row: SolverRating | PuzzleState) -> GlickoRating:
    return GlickoRating(row.rating, row.deviation, row.volatility)


def _locked_state(puzzle: Puzzle) -> PuzzleState:
    """Return the row of a puzzle, which nobody else changes before the transaction ends."""
    first = ratings.shipped_rating(puzzle.rating)
    PuzzleState.objects.get_or_create(puzzle=puzzle.id, defaults={"game": puzzle.game, **first._asdict()})
    return PuzzleState.objects.select_for_update(no_key=True).get(puzzle=puzzle.id)


@transaction.atomic
def vote(member: Member, puzzle: Puzzle, value: int) -> None:
    """Replace a member's vote on a puzzle; `value` is 1, -1, or 0 to take it back.

    It weighs twice as much from members who solved a puzzle and dislike it, or missed one and like it.
    Members who have not answered it have no vote.
    """
    attempt = PuzzleAttempt.objects.filter(member=member, puzzle=puzzle.id).first()
    if attempt is None:
        return
    state = _locked_state(puzzle)
    for earlier in PuzzleVote.objects.filter(member=member, puzzle=puzzle.id):
        state.votes -= earlier.value * earlier.weight
        earlier.delete()
    if value:
        weight = 2 if (attempt.score >= 1) == (value < 0) else 1
        PuzzleVote.objects.create(member=member, puzzle=puzzle.id, value=value, weight=weight)
        state.votes += value * weight
    state.save(update_fields=["votes"])


@transaction.atomic
def report(member: Member, puzzle: Puzzle, now: int) -> bool:
    """Store that a member doubts the answer of a puzzle; return whether that hides it. `now` in ms.

    It is checked again by a deeper search (`reported`); until then `HIDING` reports hide it.
    """
    state = _locked_state(puzzle)
    _, is_new = PuzzleReport.objects.get_or_create(member=member, puzzle=puzzle.id, defaults={"at": now})
    if is_new:
        state.reports += 1
        state.is_hidden = state.is_hidden or state.reports >= HIDING
        state.save(update_fields=["reports", "is_hidden"])
    return state.is_hidden


def reported() -> Sequence[str]:
    """Return the puzzles that wait for a deeper check, those with the most reports first."""
    rows = PuzzleState.objects.filter(reports__gt=0).order_by("-reports", "puzzle")
    return list(rows.values_list("puzzle", flat=True))


def close_reports(puzzle: str, *, is_right: bool) -> None:
    """Store the outcome of a deeper check: a puzzle that is right is offered again, another never."""
    PuzzleState.objects.filter(puzzle=puzzle).update(reports=0, is_hidden=not is_right)


def save_settings(member: Member, *, hides_rating: bool, hides_repeat: bool, shares_matches: bool) -> None:
    """Store how a member likes puzzles, and whether their matches may become some."""
    PuzzleSettings.objects.update_or_create(
        member=member,
        defaults={
            "hides_rating": hides_rating,
            "hides_repeat": hides_repeat,
            "shares_matches": shares_matches,
        },
    )


def save_run(member: Member, solved: int, now: int) -> int:
    """Store the puzzles solved in a run of three minutes; return the member's best. `now` in ms."""
    if solved:
        streaks.record(member, now)
    row, _ = PuzzleSettings.objects.get_or_create(member=member)
    PuzzleSettings.objects.filter(pk=row.pk, best_run__lt=solved).update(best_run=solved)
    return max(solved, row.best_run)
