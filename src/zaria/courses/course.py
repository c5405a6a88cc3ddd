"""A course: chapters of boards on each of which the best turn, move or act is asked for."""

from typing import Literal

import msgspec

from zaria.lessons.lesson import LessonBoard

Question = Literal["turn", "move", "double", "take"]
"""The decision: the turn to play, the move (squares), whether to double, whether to take."""

ACTS: dict[Question, tuple[str, str]] = {"double": ("double", "wait"), "take": ("take", "drop")}
"""The answers of a question about the cube, in their fixed order."""


class CourseBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A board of a chapter.

    * id: the file and its own name in it; it is the key of the sentence that says why, too;
    * position: the board with its legal turns; it accepts the best one and has reasons against tempting ones.
      For a question about the cube it is before the roll of the side that may double, and accepts nothing;
    * best: the best answer, as its game writes it, or a word of `ACTS`;
    * question: the decision.
    """

    id: str
    game: str
    question: Question
    position: LessonBoard
    best: str

    @property
    def wrong(self) -> dict[str, str]:
        """The key of the reason against each tempting answer."""
        return self.position.refuse

    @property
    def why(self) -> str:
        """The key of the sentence that says why the best answer is best."""
        return self.id


class Chapter(msgspec.Struct, frozen=True):
    """The boards of a chapter in the order of learning; `id` stands in its address."""

    id: str
    boards: tuple[CourseBoard, ...]


class Course(msgspec.Struct, frozen=True):
    """The chapters of a game in the order of learning."""

    game: str
    chapters: tuple[Chapter, ...]

    @property
    def boards(self) -> tuple[CourseBoard, ...]:
        """All boards of the course."""
        return tuple(board for chapter in self.chapters for board in chapter.boards)


class CourseClaim(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The values on which a board rests, computed when the course was built.

    * engine: its name, a net with its checksum; `plies` that it looked ahead, or `nodes` that it searched;
    * losses: what each legal answer gives away against the best, the best first: points of a game without a
      cube, for questions about the cube points with the cube at 1, on squares the chance to win;
    * line: on squares the best move and the best known moves of both sides after it.
    """

    board: str
    engine: str
    losses: dict[str, float]
    plies: int = 0
    nodes: int = 0
    line: tuple[str, ...] = ()

    @property
    def gap(self) -> float:
        """The loss of the second answer."""
        return sorted(self.losses.values())[1]
