"""The format of a puzzle: one decision with a proven best answer, and what each other answer loses.

A file of puzzles has one JSON object a line. `validation.validated` checks what a line says.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

Question = Literal["turn", "avoid", "double", "take", "move"]
"""The decision: the turn to play, the one of four not to play, a double, a take, the move (squares)."""

CUBE_WORDS: dict[Question, tuple[str, str]] = {"double": ("double", "wait"), "take": ("take", "drop")}
"""The answers of a question about the cube, in their fixed order."""

MOST_ANSWERS = 8
"""The most answers that a puzzle lists."""
ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""The letters and digits of an identifier: no two of them look alike."""
ID_LENGTH = 8
LEAST_RATING, GREATEST_RATING = 1000, 2200
LEAST_SHARE, GREATEST_SHARE = 0.2, 0.9
"""The share of tries that must miss a puzzle: one that all find is dull, one that none finds is too hard."""


class InvalidPuzzleError(ValueError):
    """A line of a file is no puzzle, or says something impossible."""


class PuzzleAnswer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One answer.

    `turn` is a turn as `str(Turn)` writes it, a move as `BoardMove.move`, or a word of `CUBE_WORDS`. `loss`
    is what it gives away against the best: points with the cube at 1, on squares the chance to win. `error`
    is the standard error of that difference, 0 where nothing was drawn at random.
    """

    turn: str
    loss: float
    error: float = 0.0


class PuzzleProof(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The method of the last check.

    `engine` names itself, a net with its checksum; `plies` it looked ahead, or `nodes` it searched for a move
    (squares). The best answer was rolled out in `games` games, `without_luck` of the dice or with it; their
    number was `doubled` so often.
    """

    engine: str
    plies: int = 0
    nodes: int = 0
    games: int = 0
    without_luck: bool = False
    doubled: int = 0


class PuzzleSource(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The origin: a game of self-play between two levels by its seed, or an event of a match."""

    kind: Literal["self-play", "match"]
    levels: tuple[float, float] | None = None
    seed: int = 0
    match: str = ""
    event: int = 0


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A puzzle.

    * id: letters and digits, the same for the same decision;
    * game: an identifier of the registry;
    * position: as `zaria turns GAME --position` reads it. The side on roll is `side`, except where a double
      is to be answered: there the other side has doubled;
    * side: the side that acts; dice: the roll to be played, none for the cube and on squares;
    * cube, cube_owner, score, length: for a question about the cube. `length` 0 is a game for money;
    * answers: the best first, or in the order of `CUBE_WORDS`;
    * line: on squares the solution, one's own moves and the replies in turn, at least two of one's own;
    * themes: identifiers of `themes.THEMES`;
    * share: the part of the tries (`zaria.puzzles.tries`) that missed it; rating: the first one, by that.
    """

    id: str
    game: str
    question: Question
    position: str
    side: int
    dice: tuple[int, ...] = ()
    cube: int = 1
    cube_owner: int | None = None
    score: tuple[int, int] | None = None
    length: int = 1
    answers: tuple[PuzzleAnswer, ...]
    line: tuple[str, ...] = ()
    themes: tuple[str, ...] = ()
    share: float
    rating: int
    proof: PuzzleProof
    source: PuzzleSource

    @property
    def best(self) -> PuzzleAnswer:
        """The right answer; where a turn is to be avoided, that turn."""
        if self.question == "avoid":
            return self.answers[-1]
        return min(self.answers, key=lambda answer: answer.loss)


_decoder = msgspec.json.Decoder(Puzzle)


def decode(line: str | bytes) -> Puzzle:
    """Read one line; raises `InvalidPuzzleError` if it is no JSON of this form."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidPuzzleError(f"not a puzzle: {error}") from error


def encode(puzzle: Puzzle) -> bytes:
    """Return the puzzle as one line without its end."""
    return msgspec.json.encode(puzzle)


class FileLine(NamedTuple):
    """A line of a file: its number from 1, the place of its first byte, and what it says."""

    number: int
    begin: int
    text: bytes


def lines_of(path: Path) -> Iterator[FileLine]:
    """Yield the whole lines that are not empty.

    A last line without an end was cut off by a stopped writer, and is left out. Raises `OSError`.
    """
    begin = 0
    with path.open("rb") as file:
        for number, text in enumerate(file, 1):
            if text.endswith(b"\n") and text.strip():
                yield FileLine(number, begin, text)
            begin += len(text)


def read_file(path: Path) -> Iterator[Puzzle]:
    """Yield the puzzles of a file; raises `InvalidPuzzleError` with the number of the line, and `OSError`."""
    for line in lines_of(path):
        try:
            yield decode(line.text)
        except InvalidPuzzleError as error:
            raise InvalidPuzzleError(f"line {line.number}: {error}") from error


def puzzle_id(game: str, board_key: str, dice: tuple[int, ...], question: str) -> str:
    """Return the identifier of a decision; `board_key` is the same for boards that are mirrored."""
    text = f"{game} {board_key} {''.join(map(str, sorted(dice, reverse=True)))} {question}"
    number = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
    letters = []
    for _ in range(ID_LENGTH):
        number, place = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[place])
    return "".join(letters)


def first_rating(share: float) -> int:
    """Return the first rating of a puzzle that this share of the tries missed."""
    part = (share - LEAST_SHARE) / (GREATEST_SHARE - LEAST_SHARE)
    return round(LEAST_RATING + min(1.0, max(0.0, part)) * (GREATEST_RATING - LEAST_RATING))
