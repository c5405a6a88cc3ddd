"""The queries of the pages of puzzles."""

from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef, QuerySet

from zaria.club.accounts.models import Member
from zaria.club.puzzles.catalogue import games_with_puzzles
from zaria.club.puzzles.models import (
    PuzzleAttempt,
    PuzzleReport,
    PuzzleSettings,
    PuzzleState,
    PuzzleVote,
    RepeatCard,
    SolverRating,
)
from zaria.club.puzzles.ratings import BEGINNER


def settings_of(member: Member | None) -> PuzzleSettings:
    """Return a member's settings, those of a new member for a guest."""
    stored = None if member is None else PuzzleSettings.objects.filter(member=member).first()
    return stored or PuzzleSettings()


def ratings_of(member: Member | None, games: Iterable[str]) -> dict[str, float]:
    """Return the ratings of a solver in these games; a guest has those of a beginner."""
    ratings = dict.fromkeys(games, BEGINNER.rating)
    if member is not None:
        rows = SolverRating.objects.filter(member=member, game__in=ratings)
        ratings.update(rows.values_list("game", "rating"))
    return ratings


def rating_rows(member: Member) -> QuerySet[SolverRating]:
    """Return the ratings of a member, that of the most answers first."""
    return SolverRating.objects.filter(member=member).order_by("-count", "game")


def own_games(member: Member | None) -> tuple[str, ...]:
    """Return the games of a member that have puzzles: favourites and those with a rating; else all."""
    every_game = games_with_puzzles()
    if member is None:
        return every_game
    wanted = {*member.favourites, *rating_rows(member).values_list("game", flat=True)}
    return tuple(game for game in every_game if game in wanted) or every_game


def attempted(member: Member, games: Iterable[str]) -> set[str]:
    """Return the puzzles of these games that a member has answered."""
    rows = PuzzleAttempt.objects.filter(member=member, game__in=games)
    return set(rows.values_list("puzzle", flat=True))


def hidden(games: Iterable[str]) -> set[str]:
    """Return the puzzles of these games that are not offered."""
    rows = PuzzleState.objects.filter(game__in=games, is_hidden=True)
    return set(rows.values_list("puzzle", flat=True))


IS_OFFERED = ~Exists(PuzzleState.objects.filter(puzzle=OuterRef("puzzle"), is_hidden=True))
"""Leaves out the rows of a query whose puzzle is hidden."""


def is_hidden(puzzle: str) -> bool:
    """Return whether a puzzle is not offered."""
    return PuzzleState.objects.filter(puzzle=puzzle, is_hidden=True).exists()


def present_ratings(games: Iterable[str]) -> Mapping[str, float]:
    """Return the ratings of the puzzles of these games that have left their first one."""
    return dict(PuzzleState.objects.filter(game__in=games).values_list("puzzle", "rating"))


def state_of(puzzle: str) -> PuzzleState | None:
    """Return what answers and votes have made of a puzzle; None if there was neither."""
    return PuzzleState.objects.filter(puzzle=puzzle).first()


def attempt_at(member: Member, puzzle: str) -> PuzzleAttempt | None:
    """Return the first answer of a member to a puzzle."""
    return PuzzleAttempt.objects.filter(member=member, puzzle=puzzle).first()


def vote_of(member: Member, puzzle: str) -> int:
    """Return a member's vote on a puzzle: 1, -1, or 0 for none."""
    votes = PuzzleVote.objects.filter(member=member, puzzle=puzzle).values_list("value", flat=True)
    return votes.first() or 0


def has_reported(member: Member, puzzle: str) -> bool:
    """Return whether a member says that the answer of a puzzle is wrong."""
    return PuzzleReport.objects.filter(member=member, puzzle=puzzle).exists()


def number_of_repeats(member: Member, now: int) -> int:
    """Return the number of puzzles that a member would repeat now (ms)."""
    return repeat_cards(member, now).count()


def repeat_cards(member: Member, now: int) -> QuerySet[RepeatCard]:
    """Return the cards that a member would repeat now (ms); those of hidden puzzles wait."""
    cards = RepeatCard.objects.filter(member=member, is_parked=False, due_at__lte=now)
    return cards.filter(IS_OFFERED)
