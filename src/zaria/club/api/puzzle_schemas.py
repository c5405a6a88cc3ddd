"""The shapes of puzzles in the API."""

from typing import Literal

from ninja import Field, Schema


class PuzzleSummary(Schema):
    """A puzzle in a list."""

    id: str
    game: str
    question: str = Field(description="turn, avoid, double, take, move", examples=["turn"])
    rating: int
    themes: list[str]


class PuzzleQuestion(Schema):
    """A puzzle without its solution. `choices` are the answers where one is chosen among them."""

    id: str
    game: str
    question: str = Field(description="turn, avoid, double, take, move", examples=["turn"])
    position: str
    side: int
    dice: list[int]
    cube: int
    cube_owner: int | None
    score: tuple[int, int] | None
    length: int
    rating: int
    choices: list[str]


class NewAttempt(Schema, extra="forbid"):
    """An answer: `moves` of a turn as pairs of point and die, a `move` on squares, or a `choice`.

    `line` are the moves of a solution on squares that were played before, with the replies.
    """

    moves: list[tuple[int, int]] = Field([], max_length=16)
    move: str = Field("", max_length=40)
    choice: str = Field("", max_length=80)
    line: list[str] = Field([], max_length=40)


class PuzzleVerdict(Schema):
    """An answer, graded; or, after a right move of a longer solution, the `line` with the reply."""

    verdict: Literal["solved", "nearly", "missed", "go_on"]
    loss: float | None = Field(description="Points, or chance to win on squares; null while it goes on")
    listed: bool = Field(description="The puzzle lists the loss; else the engine has said it just now")
    best: str = Field(description="The right answer; empty while it goes on")
    line: list[str]
