"""Tabla by the rules of tabla.bg: one and two points."""

import pytest

from tests.support.games.tables_notation import position, turns
from zaria import games


def test_the_board_is_tablas_and_the_opening_dice_are_not_played() -> None:
    game = games.dice_game("tabla-bg")
    assert game.start().to_text() == games.dice_game("tabla").start().to_text()
    assert (game.opening, game.classes) == ("reroll", ((1, "single"), (2, "mars")))


@pytest.mark.parametrize(
    ("loser", "points"), [("6:14,off:1", 1), ("24:1,off:14", 1), ("6:15", 2), ("bar:1,24:14", 2)]
)
def test_there_is_no_triple_win(loser: str, points: int) -> None:
    outcome = position("tabla-bg", f"X={loser};O=off:15").outcome()
    assert outcome is not None
    assert outcome.points == points


def test_what_a_loser_cannot_avoid() -> None:
    assert position("tabla-bg", "X=22:5,6:10;O=1:1").unavoidable(0) == 2


def test_a_six_and_a_four_take_two_from_the_three_point() -> None:
    assert turns(position("tabla-bg", "X=3:2,2:1,1:1;O=6:2"), 64) == {"3/off(2)"}
