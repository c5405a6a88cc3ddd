"""Fevga: the first checker ahead, the own first quarter, the way out."""

from tests.support.games.tables_notation import position, turns
from zaria import games


def test_the_opening_dice_are_not_played_and_there_is_no_cube() -> None:
    game = games.dice_game("fevga")
    assert (game.opening, game.cube, game.classes) == ("reroll", False, ((1, "single"), (2, "mars")))


def test_one_checker_leaves_and_runs_alone() -> None:
    assert turns(position("fevga"), 31) == {"24/20"}
    assert turns(position("fevga"), 66) == {"24/18"}
    assert turns(position("fevga", "X=24:14,18:1;O=24:15"), 65) == {"18/7"}
    assert turns(position("fevga", "X=24:14,18:1;O=24:15"), 66) == set()


def test_the_rest_of_the_roll_that_brings_it_there_is_free() -> None:
    assert turns(position("fevga", "X=24:14,13:1;O=24:15"), 21) == {"24/23 13/11", "13/10"}
    assert turns(position("fevga"), 55) == {"24/4", "24/19 24/9"}


def test_point_twelve_is_far_enough_once_the_other_side_has_left_it() -> None:
    assert "24/22 13/12" in turns(position("fevga", "X=24:14,13:1;O=20:15"), 21)


def test_after_that_any_number_leaves() -> None:
    assert "24/23(4)" in turns(position("fevga", "X=24:14,5:1;O=24:15"), 11)


def test_no_turn_shuts_everyone_in_if_another_does_not() -> None:
    row = "X=14:1,11:2,10:2,9:2,8:2,7:2,3:4"
    assert "14/6" not in turns(position("fevga", f"{row};O=24:15"), 62)
    assert "14/6" in turns(position("fevga", f"{row};O=24:14,14:1"), 62)
    shut = position("fevga", "X=11:2,10:2,9:2,8:2,7:2,6:5;O=24:15")
    assert turns(shut, 65) == {"11/6 11/5", "10/5 10/4", "9/4 9/3", "8/3 8/2", "7/2 7/1"}
