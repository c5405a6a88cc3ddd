"""Tavla: tabla of one point or two, in which a table may ban hit and run."""

from tests.support.games.tables_notation import position, turns
from zaria import games


def test_the_board_is_tablas_and_the_starter_rolls_anew() -> None:
    game = games.dice_game("tavla")
    assert game.start().to_text() == games.dice_game("tabla").start().to_text()
    assert (game.opening, game.next_starter, game.cube) == ("reroll", "winner", False)
    assert game.classes == ((1, "single"), (2, "mars"))


def test_a_checker_that_hit_may_run_on_unless_that_is_banned() -> None:
    text = "X=8:2,6:5,3:8;O=20:1,13:5,8:3,6:6"
    free, banned = (turns(position("tavla", text, hit_and_run=rule), 31) for rule in ("free", "banned"))
    assert free - banned == {"8/5*/4", "6/5*/2"}
    assert banned < free


def test_a_checker_that_hit_is_not_borne_off_where_that_is_banned() -> None:
    where = position("tavla", "X=3:1,2:1,off:13;O=24:1,6:5,5:5,4:4", hit_and_run="banned")
    assert turns(where, 21) == {"3/2 2/off", "3/1* 2/1"}
