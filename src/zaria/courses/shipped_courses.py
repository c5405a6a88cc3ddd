"""The courses of the club, read from `shipped`: a TOML file for each game, and its claims beside it.

A file has `chapters`, each with its `id` and the names of its boards, and a table for each board of its own.
A name with a dot names a board of another game's file; the game that shows it has the rules and the claim.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from zaria.courses.course import ACTS, Chapter, Course, CourseBoard, CourseClaim, Question
from zaria.games.dice import Roll
from zaria.lessons.board_files import BoardFiles
from zaria.lessons.lesson import LessonBoard, Place, Reply

_TAKEN_NAMES = frozenset({"solved"})
"""Names that stand in addresses where a chapter does."""


class InvalidCourseError(ValueError):
    """A file of a course is wrong; the text says which board of which file, and how."""


_files = BoardFiles(resources.files("zaria.courses") / "shipped", "course", InvalidCourseError)


class _BoardEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as a file has it; see `CourseBoard` and `LessonBoard`."""

    position: str
    best: str
    question: Question = "turn"
    side: int = 0
    dice: Roll | None = None
    wrong: dict[str, str] = {}
    mark: list[Place] = []
    reply: Reply | None = None


class _ChapterTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter as a file has it."""

    id: str
    boards: list[str]


class _CourseFile(msgspec.Struct, frozen=True):
    """The entries of a file about the whole course."""

    chapters: list[_ChapterTable]


def games_with_courses() -> list[str]:
    """Return the games that have a course, in the order of the registry."""
    return _files.games()


@cache
def course(game: str) -> Course:
    """Return the course of a game; raises `KeyError` for a game without one, and `InvalidCourseError`."""
    if game not in games_with_courses():
        raise KeyError(game)
    return read(game, {game: _files.source(f"{game}.toml")})


def chapter(game: str, name: str) -> Chapter:
    """Return a chapter; raises `KeyError` for one that does not exist."""
    return {chapter.id: chapter for chapter in course(game).chapters}[name]


@cache
def claims(game: str) -> Mapping[str, CourseClaim]:
    """Return the claims of a course by the boards that rest on them; raises `InvalidCourseError`."""
    try:
        lines = msgspec.json.Decoder(CourseClaim)
        shipped = map(lines.decode, _files.source(f"{game}.jsonl").splitlines())
        return {claim.board: claim for claim in shipped}
    except (msgspec.DecodeError, OSError) as wrong:
        raise InvalidCourseError(f"{game}.jsonl: {wrong}") from wrong


def read(game: str, sources: Mapping[str, str]) -> Course:
    """Return the course of a game whose file is among `sources`, TOML by name; others are the shipped ones.

    Raises `InvalidCourseError`.
    """
    head = _files.converted(_files.tables(game, sources), _CourseFile, game)
    taken = [entry.id for entry in head.chapters if entry.id in _TAKEN_NAMES]
    if taken:
        raise InvalidCourseError(f"{game}.toml: no chapter can be called {taken[0]!r}")
    return Course(
        game,
        tuple(
            Chapter(entry.id, tuple(_board(game, name, sources) for name in entry.boards))
            for entry in head.chapters
        ),
    )


def _board(game: str, name: str, sources: Mapping[str, str]) -> CourseBoard:
    table = _files.board(game, name, sources)
    board = _files.converted(table.fields, _BoardEntry, table.place)
    acts = ACTS.get(board.question)
    if acts is not None and board.best not in acts:
        raise InvalidCourseError(f"{table.place}: the answer is {' or '.join(acts)}")
    position = LessonBoard(
        id=table.place,
        goal=board.question,
        game=game,
        position=board.position,
        side=board.side,
        dice=board.dice,
        accept=(board.best,) if acts is None else (),
        refuse=board.wrong,
        mark=tuple(board.mark),
        reply=board.reply,
    )
    return CourseBoard(id=table.place, game=game, question=board.question, position=position, best=board.best)
