"""A few puzzles whose answers are legal and whose losses are made up: for tests of what is done with them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from zaria import games
from zaria.club.puzzles import catalogue, club_puzzles
from zaria.puzzles import shipped
from zaria.puzzles.keys import board_key
from zaria.puzzles.puzzle import (
    Puzzle,
    PuzzleAnswer,
    PuzzleProof,
    PuzzleSource,
    Question,
    encode,
    puzzle_id,
)
from zaria.puzzles.validation import cube_key

_PROOF, _SOURCE = PuzzleProof("made up"), PuzzleSource("self-play", (1.0, 5.0), 7)
LOSSES = (0.0, 0.05, 0.11, 0.3)


def turn_puzzle(
    game: str,
    dice: tuple[int, int],
    best: str,
    rating: int,
    themes: tuple[str, ...],
    question: Question = "turn",
) -> Puzzle:
    """Return a puzzle in the first position of a game, with `best` before three other turns."""
    start = games.dice_game(game).start(0)
    names = [str(turn) for turn in start.rolled(dice).turns()]
    worse = sorted(name for name in names if name != best)[:3]
    text = start.to_text()
    return Puzzle(
        id=puzzle_id(game, text, dice, question),
        game=game,
        question=question,
        position=text,
        side=0,
        dice=dice,
        answers=_answers([best, *worse]),
        themes=themes,
        share=0.5,
        rating=rating,
        proof=_PROOF,
        source=_SOURCE,
    )


def cube_puzzle(question: Question, words: tuple[str, str], losses: tuple[float, float]) -> Puzzle:
    """Return a question about the cube in the first position of backgammon."""
    text = games.dice_game("backgammon").start(0 if question == "double" else 1).to_text()
    puzzle = Puzzle(
        id="",
        game="backgammon",
        question=question,
        position=text,
        side=0,
        score=(2, 3),
        length=7,
        answers=tuple(PuzzleAnswer(word, loss) for word, loss in zip(words, losses, strict=True)),
        themes=("doubling",),
        share=0.4,
        rating=1343,
        proof=_PROOF,
        source=_SOURCE,
    )
    return replace(puzzle, id=puzzle_id("backgammon", cube_key(puzzle), (), question))


def move_puzzle() -> Puzzle:
    """Return a puzzle of Russian draughts with a solution of two own moves."""
    position = games.board_game("russian-draughts").start()
    text, key = position.to_text(), board_key(position)
    line = [position.legal_moves()[0].move]
    first = [way.move for way in position.legal_moves()][1:4]
    for _ in range(2):
        position = position.move(line[-1])
        line.append(position.legal_moves()[0].move)
    return Puzzle(
        id=puzzle_id("russian-draughts", key, (), "move"),
        game="russian-draughts",
        question="move",
        position=text,
        side=0,
        answers=_answers([line[0], *first], (0.0, 0.1, 0.35, 0.5)),
        line=tuple(line),
        themes=("breakthrough",),
        share=0.6,
        rating=1686,
        proof=_PROOF,
        source=_SOURCE,
    )


def _answers(names: Sequence[str], losses: Sequence[float] = LOSSES) -> tuple[PuzzleAnswer, ...]:
    return tuple(PuzzleAnswer(name, loss) for name, loss in zip(names, losses, strict=True))


TURN = turn_puzzle("tabla", (3, 1), "8/5 6/5", 1300, ("opening", "point"))
SECOND_TURN = turn_puzzle("tabla", (4, 2), "8/4 6/4", 1700, ("opening",))
BACKGAMMON = turn_puzzle("backgammon", (3, 1), "8/5 6/5", 1400, ("point",))
AVOID = turn_puzzle("tabla", (6, 1), "13/7 8/7", 1100, ("safety",), "avoid")
DOUBLE = cube_puzzle("double", ("double", "wait"), (0.12, 0.0))
TAKE = cube_puzzle("take", ("take", "drop"), (0.0, 0.4))
MOVE = move_puzzle()
SAMPLES = (TURN, SECOND_TURN, BACKGAMMON, AVOID, DOUBLE, TAKE, MOVE)


def write(folder: Path, puzzles: Sequence[Puzzle] = SAMPLES) -> None:
    """Write puzzles into the files of their games."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in {puzzle.game for puzzle in puzzles}:
        lines = [encode(puzzle) + b"\n" for puzzle in puzzles if puzzle.game == game]
        (folder / f"{game}.jsonl").write_bytes(b"".join(lines))


@contextmanager
def shipping(folder: Path, puzzles: Sequence[Puzzle] = SAMPLES) -> Iterator[None]:
    """Have the club read these puzzles in place of those that are shipped."""
    write(folder, puzzles)
    usual = shipped.FOLDER
    shipped.FOLDER = folder
    _forget()
    yield
    shipped.FOLDER = usual
    _forget()


def _forget() -> None:
    shipped.load.cache_clear()
    catalogue.shipped_entries.cache_clear()
    club_puzzles.forget()
