"""The lessons of the club, read from the TOML files in `shipped`.

A file of a game has `boards`, the names of its boards in the order of learning, perhaps `mini`, and a table
for each board of its own. A name with a dot names a board of another file, as "tapa.pin" does: if that is the
file of a game it is played by that game's rules, otherwise by those of the lesson that shows it.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from zaria.games.dice import Roll
from zaria.games.registry import GAMES
from zaria.lessons.lesson import GameLesson, LessonBoard, Place, Reply

_Wanted = TypeVar("_Wanted")

_HOME = resources.files("zaria.lessons") / "shipped"


class InvalidLessonError(ValueError):
    """A file of a lesson is wrong; the text says which board of which file, and how."""


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
    return [game for game in GAMES if (_HOME / f"{game}.toml").is_file()]


@cache
def lesson(game: str) -> GameLesson:
    """Return the lesson of a game; raises `KeyError` for a game without one, and `InvalidLessonError`."""
    if game not in games_with_lessons():
        raise KeyError(game)
    return read(game, {game: _source(game)})


def read(game: str, sources: Mapping[str, str]) -> GameLesson:
    """Return the lesson of a game whose file is among `sources`, TOML by name; others are the shipped ones.

    Raises `InvalidLessonError`.
    """
    head = _converted(_tables(game, sources), _Head, game)
    boards = tuple(_board(game, name, sources) for name in head.boards)
    return GameLesson(game, boards, head.mini)


def _board(game: str, name: str, sources: Mapping[str, str]) -> LessonBoard:
    file, dot, own_name = name.partition(".")
    if not dot:
        file, own_name = game, name
    table = _tables(file, sources).get(own_name)
    if not isinstance(table, dict):
        raise InvalidLessonError(f"{file}.toml has no board {own_name!r}, which the lesson of {game} shows")
    place = f"{file}.{own_name}"
    board = _converted(table, _Board, place)
    if isinstance(board.accept, str) != bool(board.answers):
        raise InvalidLessonError(f"{place}: `answers` is the number of turns that a predicate accepts")
    return LessonBoard(
        id=place,
        goal=board.goal or place,
        game=file if file in GAMES else game,
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


def _tables(file: str, sources: Mapping[str, str]) -> dict[str, Any]:
    try:
        return tomllib.loads(sources[file] if file in sources else _source(file))
    except tomllib.TOMLDecodeError as wrong:
        raise InvalidLessonError(f"{file}.toml: {wrong}") from wrong
    except OSError as missing:
        raise InvalidLessonError(f"there is no file {file}.toml") from missing


def _source(file: str) -> str:
    return (_HOME / f"{file}.toml").read_text(encoding="utf-8")


def _converted(table: object, wanted: type[_Wanted], place: str) -> _Wanted:
    try:
        return msgspec.convert(table, wanted)
    except msgspec.ValidationError as wrong:
        raise InvalidLessonError(f"{place}: {wrong}") from wrong
