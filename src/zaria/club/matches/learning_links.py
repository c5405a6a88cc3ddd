"""The pages where one learns the game of a match: its puzzles and its lesson."""

from typing import NamedTuple

from django.urls import reverse

from zaria.lessons.shipped_lessons import games_with_lessons
from zaria.puzzles import shipped


class LearningLinks(NamedTuple):
    """Addresses of the puzzles and of the lesson of a game, "" where it has none."""

    puzzles: str
    lesson: str


def learning_links(game: str) -> LearningLinks:
    """Return the addresses for a game of the registry."""
    return LearningLinks(
        puzzles=f"{reverse('puzzles')}?game={game}" if len(shipped.load(game)) else "",
        lesson=reverse("lesson", args=[game]) if game in games_with_lessons() else "",
    )
