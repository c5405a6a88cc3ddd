"""Tabla: hits, the bar, the duty to use the dice, bearing off."""

import pytest

from tests.support.games.tables_notation import after, position, turns


def test_the_start() -> None:
    start = position("tabla")
    assert start.to_text() == "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"
    assert start.pips(0) == start.pips(1) == 167
    assert "8/5 6/5" in turns(start, 31)


def test_a_lone_checker_is_hit_and_goes_to_the_bar() -> None:
    where = position("tabla", "X=13:2,off:13;O=15:1,24:5,off:9")
    assert turns(where, 31) == {"13/12 13/10*", "13/10*/9", "13/9"}
    hit = after(where, 31, "13/10*/9")
    assert hit.counts(1)[25] == 1
    assert hit.counts(1)[15] == 0


def test_the_bar_comes_first() -> None:
    where = position("tabla", "X=bar:1,13:5;O=19:5")
    assert turns(where, 65) == {"bar/14", "bar/19 13/8", "bar/20 13/7"}


def test_one_of_two_enters_where_the_other_entry_is_held() -> None:
    where = position("tabla", "X=bar:2,13:5;O=6:2")
    assert turns(where, 65) == {"bar/20"}


def test_a_closed_home_leaves_no_turn() -> None:
    where = position("tabla", "X=bar:1,13:5;O=6:2,5:2,4:2,3:2,2:2,1:2")
    assert turns(where, 65) == set()
    assert where.tree((6, 5)) == [[]]
    assert where.rolled((6, 5)).steps() == []
    assert where.rolled((6, 5)).complete([]).steps == ()


def test_both_dice_when_one_order_allows_them() -> None:
    assert turns(position("tabla", "X=13:1;O=18:2"), 65) == {"13/2"}


def test_the_larger_die_when_either_but_not_both() -> None:
    where = position("tabla", "X=13:1,off:14;O=23:2,off:13")
    assert turns(where, 65) == {"13/7"}
    assert [(step.src, step.die) for step in where.rolled((6, 5)).steps()] == [(13, 6)]


def test_the_smaller_die_when_only_it_goes() -> None:
    assert turns(position("tabla", "X=13:1;O=18:2,23:2"), 65) == {"13/8"}


def test_a_double_as_far_as_it_goes() -> None:
    assert turns(position("tabla", "X=13:1;O=20:2"), 44) == {"13/9"}


@pytest.mark.parametrize(
    ("checkers", "roll", "expected"),
    [
        ("6:1,3:1,2:1", 63, {"6/off 3/off", "6/off"}),
        ("4:1,2:1", 65, {"4/off 2/off"}),
        ("7:1,2:1", 21, {"7/4", "7/5 2/1", "7/6 2/off"}),
        ("7:1,3:1", 61, {"7/1 3/2", "7/off"}),
        ("2:1,1:2", 55, {"2/off 1/off(2)"}),
        ("6:1,4:2,3:2,2:1,1:9", 61, {"6/off", "6/off 4/3", "6/off 3/2", "6/off 2/1", "6/off 1/off"}),
    ],
)
def test_bearing_off(checkers: str, roll: int, expected: set[str]) -> None:
    assert turns(position("tabla", f"X={checkers};O=6:2"), roll) == expected


def test_the_last_checker_off_ends_the_turn() -> None:
    where = position("tabla", "X=2:1;O=13:5")
    assert where.rolled((6, 1)).complete([(2, 6)]).steps[0].dst == 0
    assert where.rolled((6, 1)).complete([(2, 1), (1, 6)]).moves == ((2, 1), (1, 6))
    assert len(where.turns((6, 1))) == 1


def test_a_finish_counts_as_the_whole_roll_even_where_a_hit_was_possible() -> None:
    where = position("tabla", "X=2:1;O=24:1,13:5")
    assert turns(where, 21) == {"2/off", "2/1*/off"}


def test_fewer_dice_than_possible_are_no_turn() -> None:
    tree = position("tabla", "X=13:1;O=18:2").tree((6, 5))
    assert tree == [[(13, 5, 1)], [(8, 6, 2)], []]
