"""Gülbahar: gulbara without the first long move, whose doublets climb from the fourth roll."""

from tests.support.games.tables_notation import after, position, stages
from zaria import games


def test_a_doublet_climbs_from_the_fourth_roll() -> None:
    assert stages(position("gulbahar").rolled((4, 4))) == "due 4444"
    later = position("gulbahar", "X=24:10,16:5;O=24:10,16:5;rolls=3,2")
    assert stages(later.rolled((4, 4))) == "due 4444/5555/6666"


def test_any_number_may_leave_the_first_point_even_at_first() -> None:
    assert (
        position("gulbahar").total() == position("gulbara", first_long_move="off", ladder_from_roll=4).total()
    )


def test_a_win_counts_two_points_if_none_is_borne_off() -> None:
    game = games.dice_game("gulbahar")
    assert game.classes == ((1, "single"), (2, "mars"))
    assert (game.opening, game.next_starter, game.cube) == ("reroll", "winner", False)
    for loser, points in (("6:15", 2), ("6:14,off:1", 1), ("24:15", 2)):
        ended = after(position("gulbahar", f"X=1:1,off:14;O={loser}"), 65, "1/off").outcome()
        assert ended is not None
        assert ended.points == points
