"""Portes: tabla's board, points of tabla.bg, hit and run."""

from tests.support.games.tables_notation import position, turns
from zaria import games


def test_the_rules_are_those_of_tabla_bg() -> None:
    game = games.dice_game("portes")
    assert game.options == games.dice_game("tabla-bg").options
    assert (game.opening, game.cube, game.classes) == ("reroll", False, ((1, "single"), (2, "mars")))


def test_a_checker_that_hit_at_home_may_run_on() -> None:
    assert "8/3*/1" in turns(position("portes", "X=8:1,6:3;O=22:1,6:5"), 52)
