"""Long nardy: the head and its exceptions, single checkers that hold points, the six-block."""

import pytest

from tests.support.games.reread import reread
from tests.support.games.tables_notation import after, position, turns
from zaria.games.dice import ROLLS
from zaria.games.tables.position import Position

RUNNER = "X=24:15;O=24:14,{}:1"
"""The second player's first turn, the first player's runner standing somewhere (in its own numbers)."""


def heads(where: Position, roll: int) -> set[int]:
    """The numbers of checkers that the turns of a roll take from the head."""
    dice = (roll // 10, roll % 10)
    return {where.counts(where.turn)[24] - result.counts(where.turn)[24] for result in where.results(dice)}


def test_the_start() -> None:
    start = position("long-nardy")
    assert start.to_text() == "X=24:15;O=24:15"
    assert start.board[24] == 15
    assert start.board[12] == -15


def test_one_checker_leaves_the_head_in_a_turn() -> None:
    assert turns(position("long-nardy"), 31) == {"24/20"}
    later = position("long-nardy", "X=24:13,20:2;O=24:14,23:1")
    assert turns(later, 21) == {"24/21", "24/22 20/19", "24/23 20/18", "20/17", "20/19 20/18"}


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        (66, {"24/18(2)"}),
        (44, {"24/16(2)"}),
        (33, {"24/21 24/15", "24/18(2)"}),
        (55, {"24/4"}),
        (22, {"24/16"}),
        (11, {"24/20"}),
    ],
)
def test_the_first_doubles(roll: int, expected: set[str]) -> None:
    assert turns(position("long-nardy"), roll) == expected


def test_a_later_double_takes_one_from_the_head() -> None:
    where = position("long-nardy", "X=24:14,18:1;O=24:14,23:1")
    assert turns(where, 33) == {"24/15 18/15"}


def test_fours_after_fives_take_one_checker_by_one_four() -> None:
    after_fives = after(position("long-nardy"), 55, "24/4")
    assert turns(after_fives, 44) == {"24/20"}
    assert turns(after_fives, 66) == {"24/18(2)"}


def test_the_fivestars_list_lets_two_go_after_fives() -> None:
    after_fives = after(position("long-nardy", head_list="fivestars"), 55, "24/4")
    assert turns(after_fives, 44) == {"24/20(2)"}
    assert turns(after_fives, 62) == {"24/22 24/18"}


@pytest.mark.parametrize(
    ("opening", "turn", "roll", "taken"),
    [
        (21, "24/21", 55, 2),
        (62, "24/16", 55, 2),
        (53, "24/16", 55, 1),
        (55, "24/4", 62, 2),
        (55, "24/4", 55, 1),
        (62, "24/16", 62, 1),
        (21, "24/21", 62, 1),
        (61, "24/17", 55, 1),
    ],
)
def test_the_fivestars_list_asks_for_the_opening_roll(opening: int, turn: str, roll: int, taken: int) -> None:
    second = after(position("long-nardy", head_list="fivestars"), opening, turn)
    assert heads(second, roll) == {taken}
    listed = opening in (21, 55, 62)
    assert second.to_text().endswith(f";open={opening}") == listed
    assert heads(reread(second), roll) == {taken}


def test_the_opening_roll_is_forgotten_after_the_second_players_first_turn() -> None:
    second = after(position("long-nardy", head_list="fivestars"), 62, "24/16")
    assert second.past.opened == 62
    assert all(result.past.opened == 0 for result in second.results((5, 5)))


def test_the_nardy_list_keeps_no_opening_roll() -> None:
    second = after(position("long-nardy"), 62, "24/16")
    assert second.past.opened == 0
    assert heads(second, 55) == {1}


def test_a_single_checker_holds_its_point() -> None:
    assert [step.die for step in position("long-nardy", "X=20:1;O=5:1").rolled((3, 1)).steps()] == [1]
    assert [step.die for step in position("long-nardy", "X=20:1;O=7:1").rolled((3, 1)).steps()] == [3]


FIVE = "X=22:1,20:1,19:1,18:1,17:1,16:1,3:9;O="
"""X holds five points in a row, O's 8 to 4; 22/21 would make it six."""


@pytest.mark.parametrize(("opponent", "allowed"), [("24:15", False), ("24:14,1:1", True), ("24:14", True)])
def test_six_in_a_row_need_a_checker_beyond_or_off(opponent: str, allowed: bool) -> None:
    where = position("long-nardy", FIVE + opponent)
    assert ((22, 1) in [(step.src, step.die) for step in where.rolled((2, 1)).steps()]) == allowed
    assert ("22/21 3/1" in turns(where, 21)) == allowed


def test_a_checker_right_behind_the_six_is_not_beyond_them() -> None:
    where = position("long-nardy", FIVE.replace("22", "23") + "10:15")
    assert (23, 2) not in [(step.src, step.die) for step in where.rolled((2, 1)).steps()]


def test_a_row_broken_first_may_be_mended_behind() -> None:
    """Each step is looked at: 22/21 must wait until 20 has left."""
    where = position("long-nardy", FIVE + "24:15")
    assert "22/21 20/18" in turns(where, 21)
    assert where.rolled((2, 1)).complete([(20, 2), (22, 1)])
    assert (22, 1) not in [(step.src, step.die) for step in where.rolled((1, 1)).steps()]
    assert "22/21 20/19 3/2(2)" in turns(where, 11)
    larger_last = position("long-nardy", FIVE.replace("22", "23") + "24:15")
    assert "23/21 20/19" in turns(larger_last, 21)


def test_a_row_across_the_end_of_the_opponents_way_is_no_block() -> None:
    """From X's 15 to 10: O runs from 12 to 1 and then from 24 to 13, where its way ends."""
    where = position("long-nardy", "X=16:1,14:1,13:1,12:1,11:1,10:1;O=20:15")
    assert (16, 1) in [(step.src, step.die) for step in where.rolled((2, 1)).steps()]


@pytest.mark.parametrize("six_block", ["step", "turn"])
def test_when_a_six_block_is_looked_for_is_agreed_on(six_block: str) -> None:
    """22/21 makes six in a row, 20/18 breaks them again."""
    where = position("long-nardy", FIVE + "24:15", six_block=six_block)
    assert "22/21 20/18" in turns(where, 21)
    first = (22, 1) in [(step.src, step.die) for step in where.rolled((2, 1)).steps()]
    assert first == (six_block == "turn")


OPENED = {
    21: ("24/21", {55}),
    22: ("24/16", {55}),
    53: ("24/16", {55}),
    62: ("24/16", {55}),
    44: ("24/16(2)", {55}),
    33: ("24/21 24/15", {55}),
    55: ("24/4", {22, 53, 62}),
    11: ("24/20", set()),
    31: ("24/20", set()),
    32: ("24/19", set()),
    41: ("24/19", set()),
    42: ("24/18", set()),
    43: ("24/17", set()),
    51: ("24/18", set()),
    52: ("24/17", set()),
    54: ("24/15", set()),
    61: ("24/17", set()),
    63: ("24/15", set()),
    64: ("24/14", set()),
    65: ("24/13", set()),
    66: ("24/18(2)", set()),
}
"""The first player's turn, and what beside 6-6, 4-4 and 3-3 one checker of the second cannot then play."""


@pytest.mark.parametrize("opening", OPENED)
def test_by_the_principle_a_second_goes_wherever_one_is_stopped(opening: int) -> None:
    turn, extra = OPENED[opening]
    second = after(position("long-nardy", head_list="principle"), opening, turn)
    assert {roll for roll in ROLLS_LEFT if 2 in heads(second, roll)} == extra


def test_three_threes_played_as_two_pairs_stop_nothing() -> None:
    second = after(position("long-nardy", head_list="principle"), 33, "24/18(2)")
    assert not any(2 in heads(second, roll) for roll in ROLLS_LEFT)


ROLLS_LEFT = [high * 10 + low for high, low in ROLLS if high * 10 + low not in (66, 44, 33)]
