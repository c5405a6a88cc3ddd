"""Puzzles in the data of a member."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.puzzles.models import (
    PuzzleAttempt,
    PuzzleReport,
    PuzzleSettings,
    PuzzleStreak,
    PuzzleVote,
    RepeatCard,
    SolverRating,
)

_ROWS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("ratings", SolverRating, ("game", "rating", "deviation", "volatility", "count")),
    ("attempts", PuzzleAttempt, ("puzzle", "game", "at", "answer", "loss", "score", "before", "after")),
    ("votes", PuzzleVote, ("puzzle", "value")),
    ("reports", PuzzleReport, ("puzzle", "at")),
    ("repeat", RepeatCard, ("puzzle", "card", "due_at", "misses", "is_parked")),
    ("settings", PuzzleSettings, ("hides_rating", "hides_repeat", "shares_matches", "best_run")),
    ("streak", PuzzleStreak, ("days", "best", "last_day", "missed")),
)


def stored_data(member: Member) -> dict[str, Any]:
    """All that is stored of a member about puzzles."""
    return {
        name: list(model.objects.filter(member=member).order_by("pk").values(*fields))
        for name, model, fields in _ROWS
    }


def forget(member: Member) -> None:
    """Delete it; what their answers and votes made of puzzles stays, and names nobody."""
    for _name, model, _fields in _ROWS:
        model.objects.filter(member=member).delete()
