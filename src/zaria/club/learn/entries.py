"""Lessons and chapters as lists show them, with the visitor's progress."""

from functools import cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from zaria.club.games import pictures
from zaria.club.games.catalogue import TEXTS, TITLES
from zaria.club.games.positions import SquaresPosition, small_position
from zaria.club.learn.course_texts import course_texts
from zaria.club.learn.progress import Progress, board_counts, name_of
from zaria.courses.shipped_courses import chapter, course, games_with_courses


def lesson_entry(game: str, done: Progress) -> dict[str, Any]:
    """Return the lesson of a game."""
    return {
        "game": game,
        "address": reverse("lesson", args=[game]),
        "title": TITLES[game],
        "text": TEXTS[game],
        **_progress(game, done),
    }


def chapter_entries(game: str, done: Progress) -> list[dict[str, Any]]:
    """Return the chapters of a game's course, none where the game has no course."""
    if game not in games_with_courses():
        return []
    texts = course_texts(get_language() or "en")
    return [
        {
            "game": game,
            "address": reverse("chapter", args=[game, chapter.id]),
            "title": texts.chapter[chapter.id],
            "text": texts.about[chapter.id],
            "picture": _picture(game, chapter.id),
            **_progress(name_of(game, chapter.id), done),
        }
        for chapter in course(game).chapters
    ]


def _progress(name: str, done: Progress) -> dict[str, int]:
    boards = board_counts()[name]
    return {"boards": boards, "done": min(done.get(name, 0), boards)}


@cache
def _picture(game: str, name: str) -> SafeString:
    """Return the small board of a chapter's first position."""
    before = chapter(game, name).boards[0].position.before
    position = small_position(before, before.turn)
    if isinstance(position, SquaresPosition) or before.game.is_board or before.duty is None:
        return pictures.position_board(game, position)
    rolled = position._replace(dice=tuple(before.duty.stages[0]), turn=before.turn)
    return pictures.position_board(game, rolled)
