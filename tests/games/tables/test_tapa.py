"""Tapa: pins, the first long move, both mothers, bearing off under a pin."""

from tests.support.games.tables_notation import after, position, turns

LOCK = "X=24:1^,2:14;O=24:1,1:1,12:13"
"""X's last checker on 24 is pinned by O, O's lies open on X's 1."""


def test_the_start() -> None:
    assert position("tapa").to_text() == "X=24:15;O=24:15"


def test_a_lone_checker_is_pinned_and_stays() -> None:
    where = position("tapa", "X=13:2,off:13;O=24:13,15:1,off:1")
    assert turns(where, 31) == {"13/12 13/10*", "13/10*/9"}
    pinned = after(where, 31, "13/12 13/10*")
    assert pinned.pinned(1) == (15,)
    assert pinned.counts(1)[15] == 1
    assert pinned.counts(0)[10] == 1


def test_moving_on_over_a_lone_checker_leaves_it_free() -> None:
    where = position("tapa", "X=13:1;O=15:1,24:2")
    assert [step.hit for step in where.rolled((3, 1)).complete([(13, 3), (10, 1)]).steps] == [True, False]
    assert [result.pinned(1) for result in where.results((3, 1))] == [()]


def test_a_pinned_checker_waits() -> None:
    where = position("tapa", "X=24:12,15:1^;O=10:1,20:5")
    assert turns(where, 65) == {"24/19 24/18", "24/13"}


def test_the_pinner_holds_the_point() -> None:
    its_own_pinned = position("tapa", "X=17:1,15:1^,14:12;O=10:1")
    assert turns(its_own_pinned, 21) == {"17/14", "17/16 14/12", "14/13 14/12", "14/11"}
    pinner = position("tapa", "X=17:1,15:1;O=10:1^")
    assert [(step.src, step.die) for step in pinner.rolled((2, 1)).steps()] == [
        (17, 2),
        (15, 2),
        (17, 1),
        (15, 1),
    ]


def test_a_pin_lasts_until_all_have_left() -> None:
    where = position("tapa", "X=10:2;O=15:1^")
    assert after(where, 21, "10/9 10/8").pinned(1) == ()
    assert after(where, 21, "10/7").pinned(1) == (15,)


def test_nobody_bears_off_with_a_pinned_checker_at_home() -> None:
    where = position("tapa", "X=6:2,3:1^,off:12;O=22:1,10:5")
    assert turns(where, 65) == {"6/1"}


def test_the_pinner_may_be_borne_off() -> None:
    where = position("tapa", "X=1:1,2:1;O=24:1^,20:5")
    freed = after(where, 22, "2/off 1/off")
    assert freed.pinned(1) == ()
    assert freed.outcome() is not None


def test_the_last_one_outside_may_come_home_from_a_pin_and_go_off() -> None:
    where = position("tapa", "X=7:1,2:1;O=18:1^,12:5")
    assert turns(where, 61) == {"7/1 2/1", "7/off"}
    assert turns(where, 62) == {"7/1 2/off", "7/off"}


def test_both_mothers_pinned_lock_the_game() -> None:
    where = position("tapa", LOCK)
    assert not where.locked()
    locked = [turn for turn in where.turns((6, 1)) if where.play(turn).locked()]
    assert [str(turn) for turn in locked] == ["2/1*"]
    assert where.rolled((6, 1)).complete([(2, 1)]) == locked[0]
    after_lock = where.play(locked[0])
    assert after_lock.locked()
    assert after_lock.outcome() is None
    assert after_lock.turns((2, 1)) == []


def test_a_lock_counts_as_the_whole_roll() -> None:
    """The one alone could be played too, but then the two not."""
    where = position("tapa", "X=24:1^,10:13,3:1;O=24:1,17:2,16:2,12:9,1:1")
    assert turns(where, 21) == {"3/1*"}
    assert [(step.src, step.die) for step in where.rolled((2, 1)).steps()] == [(3, 2)]


def test_a_lock_ends_a_double_at_any_of_its_steps() -> None:
    where = position("tapa", "X=24:1^,4:1,2:13;O=24:1,1:1,12:13")
    assert turns(where, 11) == {"2/1*", "4/3 2/1*", "4/1*"}


def test_a_second_checker_beside_the_mother_is_no_mother() -> None:
    where = position("tapa", "X=24:1^,2:14;O=24:2,1:1,12:12")
    assert turns(where, 31) == set()


def test_one_pinned_mother_decides_nothing() -> None:
    where = position("tapa", "X=24:3,2:12;O=24:1,12:14")
    pinned = after(where, 21, "24/22 2/1*")
    assert pinned.pinned(1) == (24,)
    assert not pinned.locked()
    assert pinned.outcome() is None


def test_the_first_turn_is_one_checkers() -> None:
    start = position("tapa")
    assert turns(start, 31) == {"24/20"}
    assert turns(start, 33) == {"24/12"}
    assert turns(start.play(start.turns((3, 1))[0]), 52) == {"24/17"}


def test_the_first_long_move_lapses_where_one_checker_cannot_play_as_much() -> None:
    assert turns(position("tapa"), 66) == {"24/18(4)", "24/18(2) 24/12", "24/12(2)", "24/18 24/6"}


def test_the_first_long_move_may_bind_the_starter_only_or_nobody() -> None:
    start = position("tapa", first_long_move="starter")
    second = start.play(start.turns((3, 1))[0])
    assert turns(start, 31) == {"24/20"}
    assert turns(second, 52) == {"24/17", "24/22 24/19"}
    assert len(position("tapa", first_long_move="off").turns((3, 1))) == 2
