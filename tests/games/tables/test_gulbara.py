"""Gulbara: the ladder of a doublet, its rest for the other side, the first long move."""

import pytest

from tests.support.games.reread import reread
from tests.support.games.tables_notation import after, position, stages, turns

FAR = "X=24:15;O=6:15"
"""O is home and stands on X's 18, where no six from 24 can land."""


def test_the_start() -> None:
    start = position("gulbara")
    assert start.to_text() == "X=24:15;O=24:15"
    assert start.board[24] == 15
    assert start.board[12] == -15


@pytest.mark.parametrize(
    ("roll", "due"),
    [
        (31, "due 31"),
        (66, "due 6666"),
        (44, "due 4444/5555/6666"),
        (11, "due 1111/2222/3333/4444/5555/6666"),
    ],
)
def test_stages_of_a_roll(roll: int, due: str) -> None:
    assert stages(position("gulbara").rolled((roll // 10, roll % 10))) == due


def test_a_whole_ladder_is_played_by_the_roller() -> None:
    where = position("gulbara", "X=20:4,off:11;O=24:15")
    fours = after(where, 44, "20/16(4)")
    assert (fours.turn, stages(fours)) == (0, "ladder 5555/6666")
    fives = after(fours, None, "16/11(4)")
    assert (fives.turn, stages(fives)) == (0, "ladder 6666")
    sixes = after(fives, None, "11/5(4)")
    assert (sixes.turn, stages(sixes)) == (1, "")


def test_the_rest_of_the_fives_and_the_sixes_go_to_the_other_side() -> None:
    """4-4, all fours and two fives: the other side has two fives and four sixes, and then rolls."""
    where = position("gulbara", "X=22:2,17:2,off:11;O=20:2,off:13")
    fours = after(where, 44, "22/18(2) 17/13(2)")
    fives = after(fours, None, "18/13(2)")
    assert (fives.turn, stages(fives)) == (1, "rest 55/6666")
    sixes = after(fives, None, "20/15(2)")
    assert (sixes.turn, stages(sixes)) == (1, "rest 6666")
    rolls = after(sixes, None, "15/3(2)")
    assert (rolls.turn, stages(rolls)) == (1, "")
    assert stages(rolls.rolled((3, 1))) == "due 31"


def test_fours_that_are_not_all_played_leave_nothing() -> None:
    where = position("gulbara", "X=20:3,off:12;O=24:14,20:1")
    blocked = after(where, 44, "20/16(3)")
    assert (blocked.turn, stages(blocked)) == (1, "")


def test_two_sixes_of_a_double_six_leave_nothing() -> None:
    where = position("gulbara", "X=24:2,off:13;O=24:15")
    assert turns(where, 66) == {"24/18(2)"}
    assert stages(after(where, 66, "24/18(2)")) == ""


def test_a_stage_with_nothing_to_play_leaves_all_of_it() -> None:
    shut = position("gulbara", "X=24:4,off:11;O=6:15;ladder=6666")
    assert turns(shut) == set()
    reached = after(shut, None, "")
    assert (reached.turn, stages(reached)) == (1, "rest 6666")


def test_what_the_other_side_cannot_play_is_lost_but_later_stages_are_tried() -> None:
    where = position("gulbara", "X=24:2,off:13;O=7:1,off:14;rest=55/6666")
    assert turns(where) == set()
    sixes = after(where, None, "")
    assert (sixes.turn, stages(sixes)) == (0, "rest 6666")
    assert turns(sixes) == {"24/12(2)", "24/18 24/6"}


def test_nothing_of_a_rest_passes_back() -> None:
    where = position("gulbara", "X=24:1,off:14;O=6:15;rest=6666")
    lost = after(where, None, "")
    assert (lost.turn, stages(lost)) == (0, "")


def test_the_last_checker_off_in_a_stage_wins_at_once() -> None:
    won = after(position("gulbara", "X=6:2,off:13;O=24:15"), 33, "6/off(2)")
    assert stages(won) == ""
    outcome = won.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (0, 3)


def test_a_rest_may_win_too() -> None:
    won = after(position("gulbara", "X=6:1,off:14;O=12:15;rest=6666", 1), None, "6/off")
    outcome = won.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.points) == (1, 2)


# -- the first long move


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (31, {"24/20"}),
        (11, {"24/20"}),
        (22, {"24/16"}),
        (55, {"24/4"}),
        (33, 4),
        (44, 3),
        (66, {"24/18(4)"}),
    ],
)
def test_the_first_turn_is_one_checkers_unless_the_other_head_is_in_the_way(
    roll: int, expected: set[str] | int
) -> None:
    legal = turns(position("gulbara"), roll)
    assert (len(legal) if isinstance(expected, int) else legal) == expected


def test_the_first_long_move_binds_no_later_stage() -> None:
    fives = after(position("gulbara"), 55, "24/4")
    assert stages(fives) == "ladder 6666"
    assert turns(fives) == {"24/18(4)"}
    twos = after(position("gulbara"), 22, "24/16")
    assert stages(twos) == "ladder 3333/4444/5555/6666"
    assert len(turns(twos)) > 1


def test_a_rest_is_no_first_turn() -> None:
    where = position("gulbara", "X=24:15;O=24:14,4:1;rest=5555/6666")
    assert len(turns(where)) > 1
    own_turn = after(after(where, None, "24/19(4)"), None, "24/18(4)")
    assert "24/23 24/21" in turns(own_turn, 31)


# -- the ladder from the fourth roll


def test_three_plain_rolls_each_before_the_ladder() -> None:
    where = position("gulbara", ladder_from_roll=4)
    assert where.to_text() == "X=24:15;O=24:15;rolls=0,0"
    for rolls, opponent_rolls in ((0, 0), (0, 1), (1, 1), (1, 2), (2, 2), (2, 3)):
        assert where.to_text().endswith(f"rolls={rolls},{opponent_rolls}")
        doubled = where.rolled((2, 2))
        assert stages(doubled) == "due 2222"
        where = doubled.play(doubled.turns()[0])
        assert stages(where) == ""
    assert where.to_text().endswith("rolls=3,3")
    assert stages(where.rolled((2, 2))) == "due 2222/3333/4444/5555/6666"


def test_a_plain_doublet_leaves_nothing() -> None:
    where = position("gulbara", "X=24:2,off:13;O=24:15;rolls=1,0", ladder_from_roll=4)
    assert stages(after(where, 66, "24/18(2)")) == ""


def test_playing_a_rest_is_no_roll() -> None:
    where = position("gulbara", "X=24:2,off:13;O=7:1,off:14;rolls=2,3;rest=6666", 1, ladder_from_roll=4)
    onward = where.play(where.turns()[0])
    assert onward.to_text().endswith("rolls=2,3")


def test_rolls_belong_to_the_sides_of_the_match() -> None:
    first = position("gulbara", ladder_from_roll=4).rolled((3, 1))
    assert first.past.rolls == (1, 0)
    second = first.play(first.turns()[0])
    assert second.to_text().endswith("rolls=0,1")
    assert reread(second) == second
