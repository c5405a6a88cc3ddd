"""The form of a puzzle is checked, and that every answer is legal."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.puzzles import AVOID, CUBE, MOVE, TURN
from zaria.puzzles.puzzle import InvalidPuzzleError, Puzzle, PuzzleAnswer
from zaria.puzzles.validation import GAMES, validated


@pytest.mark.parametrize("puzzle", [TURN, AVOID, CUBE, MOVE], ids=lambda puzzle: puzzle.question)
def test_sound_puzzles_pass(puzzle: Puzzle) -> None:
    assert validated(puzzle) is puzzle


def _answers(puzzle: Puzzle, *, place: int, **changes: Any) -> tuple[PuzzleAnswer, ...]:
    answers = list(puzzle.answers)
    answers[place] = replace(answers[place], **changes)
    return tuple(answers)


FAULTS: list[tuple[Puzzle, dict[str, Any], str]] = [
    (TURN, {"game": "checkers"}, "no game with puzzles"),
    (TURN, {"game": "three-games"}, "no game with puzzles"),
    (TURN, {"game": "chess"}, "no question 'turn'"),
    (MOVE, {"game": "tabla"}, "no question 'move'"),
    (TURN, {"side": 2}, "0 or 1"),
    (TURN, {"share": 1.5}, "share"),
    (TURN, {"rating": 2500}, "first rating"),
    (TURN, {"themes": ("mate",)}, "unknown theme 'mate'"),
    (MOVE, {"themes": ("hit",)}, "unknown theme 'hit'"),
    (TURN, {"answers": TURN.answers[:1]}, "2 to 8 different answers"),
    (TURN, {"answers": TURN.answers[:1] * 2}, "2 to 8 different answers"),
    (TURN, {"answers": _answers(TURN, place=1, loss=-0.1)}, "0 or more"),
    (TURN, {"answers": _answers(TURN, place=1, loss=0.0)}, "exactly one answer"),
    (TURN, {"answers": TURN.answers[::-1]}, "best answers come first"),
    (TURN, {"dice": (3,)}, "two dice"),
    (TURN, {"dice": (7, 1)}, "two dice"),
    (TURN, {"position": "X=1"}, "position"),
    (TURN, {"position": f"{TURN.position};due=31"}, "nobody is to roll"),
    (TURN, {"answers": _answers(TURN, place=1, turn="6/1")}, "'6/1' is no legal turn"),
    (TURN, {"length": 3}, "for questions about the cube"),
    (TURN, {"cube": 2}, "for questions about the cube"),
    (TURN, {"id": "aaaaaaaa"}, "the identifier of this decision is"),
    (AVOID, {"answers": AVOID.answers[:3]}, "stands among 4"),
    (CUBE, {"dice": (3, 1)}, "before a roll"),
    (CUBE, {"answers": CUBE.answers[::-1]}, "in this order"),
    (CUBE, {"length": 3}, "a length and a score"),
    (CUBE, {"length": 3, "score": (3, 0)}, "the match is over"),
    (CUBE, {"cube": 0}, "the cube is 1 or more"),
    (MOVE, {"dice": (3, 1)}, "has no dice"),
    (MOVE, {"side": 1 - MOVE.side}, "not to move"),
    (MOVE, {"position": "nonsense"}, "FEN"),
    (MOVE, {"line": MOVE.line[:1]}, "has 2 own moves"),
    (MOVE, {"line": MOVE.line[:2]}, "has 2 own moves"),
    (MOVE, {"line": (MOVE.answers[1].turn, *MOVE.line[1:])}, "begins with the best"),
    (MOVE, {"line": (*MOVE.line[:2], MOVE.line[0])}, "illegal move in the solution"),
    (MOVE, {"answers": _answers(MOVE, place=1, turn="a1a9")}, "no legal move"),
]


@pytest.mark.parametrize(("puzzle", "changes", "message"), FAULTS)
def test_a_fault_is_named(puzzle: Puzzle, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidPuzzleError, match=message):
        validated(replace(puzzle, **changes))


def test_all_games_of_skill_have_puzzles() -> None:
    assert {"tabla", "long-nardy", "draughts", "ugolki", "chess", "chess960"} <= set(GAMES)
    assert not {"indiyka", "three-games", "tavli"} & set(GAMES)
