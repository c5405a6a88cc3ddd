"""The lessons of the club, read from the TOML files in `shipped`.

A file of a game has `boards`, the names of its boards in the order of learning, perhaps `mini`, and a table
for each board of its own. A name with a dot names a board of another file, as "tapa.pin" does: if that is the
file of a game it is played by that game's rules, otherwise by those of the lesson that shows it.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from zaria.games.dice import Roll
from zaria.games.registry import GAMES
from zaria.lessons.board_files import BoardFiles
from zaria.lessons.lesson import GameLesson, LessonBoard, Place, Reply


class InvalidLessonError(ValueError):
    """A file of a lesson is wrong; the text says which board of which file, and how."""


_files = BoardFiles(resources.files("zaria.lessons") / "shipped", "lesson", InvalidLessonError)


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as a file has it; see `LessonBoard`."""

    position: str
    accept: list[str] | str
    goal: str = ""
    side: int = 0
    dice: Roll | None = None
    answers: int = 0
    refuse: dict[str, str] = {}
    mark: list[Place] = []
    arrows: list[tuple[Place, Place]] = []
    reply: Reply | None = None
    hint: str = ""


class _Head(msgspec.Struct, frozen=True):
    """The entries of a file about the whole lesson."""

    boards: list[str]
    mini: str = ""


def games_with_lessons() -> list[str]:
    """Return the games that have a lesson, in the order of the registry."""
    return _files.games()


@cache
def lesson(game: str) -> GameLesson:
    """Return the lesson of a game; raises `KeyError` for a game without one, and `InvalidLessonError`."""
    if game not in games_with_lessons():
        raise KeyError(game)
    return read(game, {game: _files.source(f"{game}.toml")})


def read(game: str, sources: Mapping[str, str]) -> GameLesson:
    """Return the lesson of a game whose file is among `sources`, TOML by name; others are the shipped ones.

    Raises `InvalidLessonError`.
    """
    head = _files.converted(_files.tables(game, sources), _Head, game)
    boards = tuple(_board(game, name, sources) for name in head.boards)
    return GameLesson(game, boards, head.mini)


def _board(game: str, name: str, sources: Mapping[str, str]) -> LessonBoard:
    table = _files.board(game, name, sources)
    board = _files.converted(table.fields, _Board, table.place)
    if isinstance(board.accept, str) != bool(board.answers):
        raise InvalidLessonError(f"{table.place}: `answers` is the number of turns that a predicate accepts")
    return LessonBoard(
        id=table.place,
        goal=board.goal or table.place,
        game=table.file if table.file in GAMES else game,
        position=board.position,
        side=board.side,
        dice=board.dice,
        accept=board.accept if isinstance(board.accept, str) else tuple(board.accept),
        answers=board.answers,
        refuse=board.refuse,
        mark=tuple(board.mark),
        arrows=tuple(board.arrows),
        reply=board.reply,
        hint=board.hint,
    )
