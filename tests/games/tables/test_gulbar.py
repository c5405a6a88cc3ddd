"""Gulbar: any rest passes, and a full doublet is rolled again after."""

from tests.support.games.tables_notation import after, position, stages, turns
from zaria import games


def test_board_and_points_are_long_nardys() -> None:
    game = games.dice_game("gulbar")
    assert game.start().to_text() == "X=24:15;O=24:15"
    assert game.classes == ((1, "single"), (2, "mars"), (3, "home_mars"))
    assert games.dice_game("gulbar", home_mars=4).classes[-1] == (4, "home_mars")
    assert game.opening == "reroll"


def test_a_die_that_cannot_be_played_passes() -> None:
    where = position("gulbar", "X=24:1,7:1,off:13;O=13:1,6:1,5:1,off:12")
    assert turns(where, 61) == {"24/23", "7/6"}
    reached = after(where, 61, "24/23")
    assert (reached.turn, stages(reached)) == (1, "rest 6")


def test_both_dice_pass_together() -> None:
    where = position("gulbar", "X=24:1,off:14;O=6:7,7:8")
    assert turns(where, 65) == set()
    reached = after(where, 65, "")
    assert (reached.turn, stages(reached)) == (1, "rest 65")


def test_the_rest_of_a_doublet_passes_even_of_none_played() -> None:
    where = position("gulbar", "X=24:1,off:14;O=6:15")
    assert stages(after(where, 66, "")) == "rest 6666"


def test_who_plays_a_full_doublet_rolls_again() -> None:
    again = after(position("gulbar"), 55, "24/4")
    assert (again.turn, stages(again)) == (0, "")
    assert stages(again.rolled((3, 1))) == "due 31"
    plain = after(position("gulbar"), 31, "24/20")
    assert plain.turn == 1


def test_nobody_rolls_again_for_finishing_anothers_doublet() -> None:
    """The player rolls once, as they would have done anyway, and then the other side is next."""
    where = position("gulbar", "X=24:13,20:2;O=24:15;rest=1111")
    own_turn = after(where, None, sorted(turns(where))[0])
    assert (own_turn.turn, stages(own_turn)) == (0, "")
    assert after(own_turn, 31, sorted(turns(own_turn, 31))[0]).turn == 1


def test_a_doublet_that_ends_the_game_is_followed_by_nothing() -> None:
    won = after(position("gulbar", "X=6:2,off:13;O=24:15"), 66, "6/off(2)")
    assert (won.turn, stages(won)) == (1, "")
    assert won.outcome() is not None


def test_the_first_turn_has_the_exceptions_of_long_nardy() -> None:
    assert turns(position("gulbar"), 66) == {"24/18(2)"}
    reached = after(position("gulbar"), 66, "24/18(2)")
    assert (reached.turn, stages(reached)) == (1, "rest 66")


def test_a_rest_takes_one_checker_from_the_head_and_knows_no_exceptions() -> None:
    where = position("gulbar", "X=24:15;O=24:13,18:2;rest=66")
    assert turns(where) == {"24/18"}
    own_turn = after(where, None, "24/18")
    assert (own_turn.turn, stages(own_turn)) == (0, "")


def test_the_own_roll_after_a_rest_is_a_turn_with_its_own_head() -> None:
    own_turn = after(position("gulbar", "X=24:15;O=24:14,23:1;rest=3"), None, "24/21")
    assert "24/20" in turns(own_turn, 31)


def test_a_loser_who_may_roll_again_may_yet_avoid_anything() -> None:
    assert position("gulbar", "X=12:15;O=1:1").unavoidable(0) == 1
    assert position("gulbar", "X=1:1;O=12:15").unavoidable(1) == 2
