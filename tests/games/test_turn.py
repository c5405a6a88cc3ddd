"""Notation of turns."""

import pytest

from zaria.games.turn import Step, Turn


def turn(*steps: tuple[int, int, bool]) -> Turn:
    return Turn(tuple(Step(src, die, max(src - die, 0), hit) for src, die, hit in steps))


@pytest.mark.parametrize(
    ("turn", "written"),
    [
        (turn(), ""),
        (turn((8, 3, False), (6, 1, False)), "8/5 6/5"),
        (turn((6, 1, False), (8, 3, False)), "8/5 6/5"),
        (turn((25, 5, False), (13, 3, False)), "bar/20 13/10"),
        (turn((6, 6, False), (5, 6, False)), "6/off 5/off"),
        (turn((24, 6, False), (24, 6, False)), "24/18(2)"),
        (turn((13, 6, True), (13, 6, False)), "13/7*(2)"),
        (turn((13, 6, True), (7, 1, False)), "13/7*/6"),
        (turn((13, 6, False), (7, 1, True)), "13/6*"),
        (turn((24, 1, False), (23, 1, False), (6, 1, False), (6, 1, False)), "24/22 6/5(2)"),
        (turn((13, 2, False), (13, 2, False), (11, 2, False), (11, 2, False)), "13/9(2)"),
        (turn((25, 1, False), (24, 1, True), (24, 1, False)), "bar/23* 24/23"),
    ],
)
def test_notation(turn: Turn, written: str) -> None:
    assert str(turn) == written


def test_moves_are_the_steps_without_their_effect() -> None:
    assert turn((8, 3, True), (6, 1, False)).moves == ((8, 3), (6, 1))
