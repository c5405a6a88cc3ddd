"""Plakoto: the mother that ends the game, ties, and what it shares with tapa."""

import pytest

from tests.support.games.tables_notation import after, position, turns
from zaria import games

ONE_LEFT = "X=24:1,6:5,5:5,4:3,1:1;O=24:1^,17:5,12:9"


def test_the_opening_dice_are_not_played_and_any_number_leaves_the_start() -> None:
    game = games.dice_game("plakoto")
    assert (game.opening, game.cube, game.classes) == ("reroll", False, ((1, "single"), (2, "mars")))
    assert turns(position("plakoto"), 31) == {"24/20", "24/23 24/21"}


def test_a_pinned_mother_wins_two_points_at_once() -> None:
    where = position("plakoto", "X=7:1,6:5,5:5,4:4;O=24:1,17:5,12:9")
    assert "7/off" in turns(where, 61)
    won = after(where, 61, "7/1*")
    outcome = won.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points, outcome.kind) == (0, 2, "mars")
    assert not won.can_begin(1)


def test_the_game_goes_on_while_the_pinner_has_checkers_at_the_start() -> None:
    pinned = after(position("plakoto", "X=24:2,7:1,6:5,5:5,4:2;O=24:1,17:5,12:9"), 62, "7/1* 6/4")
    assert pinned.outcome() is None
    assert pinned.pinned(1) == (24,)


def test_the_last_checker_to_leave_the_start_wins_while_the_mother_is_pinned() -> None:
    where = position("plakoto", ONE_LEFT)
    assert where.outcome() is None
    won = [turn for turn in where.turns((5, 3)) if where.play(turn).outcome() is not None]
    assert {str(turn).split()[0] for turn in won} >= {"24/21"}
    assert all(24 in {step.src for step in turn.steps} for turn in won)


def test_both_mothers_pinned_are_a_draw_of_no_points() -> None:
    where = position("plakoto", "X=24:1^,7:1,6:5,5:4,4:4;O=24:1,8:3,6:5,5:3,4:2,1:1")
    drawn = after(where, 63, "7/1*")
    outcome = drawn.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points, outcome.kind) == (None, 0, "draw")
    assert not drawn.locked()


@pytest.mark.parametrize(("loser", "points"), [("6:14,off:1", 1), ("24:1,off:14", 1), ("6:15", 2)])
def test_who_bears_off_first_wins_one_or_two(loser: str, points: int) -> None:
    outcome = position("plakoto", f"X={loser};O=off:15").outcome()
    assert outcome is not None
    assert outcome.points == points
