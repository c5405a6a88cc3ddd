"""Indiyka: filling, the last three, bearing off; what is refused."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria import games
from zaria.games.dice import Roll
from zaria.games.indiyka.game import IndiykaGame
from zaria.games.indiyka.position import IndiykaPosition
from zaria.games.protocols import (
    IllegalTurnError,
    InvalidOptionsError,
    InvalidPositionError,
    InvalidRollError,
    Outcome,
)
from zaria.games.turn import Step, Turn

FULL_BUT_ONE = "X=hand:4,6:1,5:2,4:2,3:2,2:2,1:2;O=hand:15"
FULL_BUT_TWO = "X=hand:5,5:2,4:2,3:2,2:2,1:2;O=hand:15"
FULL = "X=hand:3,6:2,5:2,4:2,3:2,2:2,1:2;O=hand:15"


def position(text: str = "", turn: int = 0) -> IndiykaPosition:
    game = games.dice_game("indiyka")
    position = game.parse(text, turn) if text else game.start(turn)
    assert isinstance(position, IndiykaPosition)
    return position


def turns(where: IndiykaPosition, roll: int) -> set[str]:
    return {str(turn) for turn in where.turns((roll // 10, roll % 10))}


def after(where: IndiykaPosition, roll: int) -> IndiykaPosition:
    """The position after the only turn there is."""
    due = where.rolled((roll // 10, roll % 10))
    (turn,) = due.turns() or [Turn()]
    return due.play(turn)


def test_the_start() -> None:
    start = position()
    assert start.to_text() == "X=hand:15;O=hand:15"
    assert start.counts(0) == (0,) * 25 + (15,)
    assert start.pips(0) == start.pips(1) == 30


# -- the rulebook's examples


def test_two_of_a_doublet_are_placed_on_an_empty_point() -> None:
    assert turns(position(), 33) == {"hand/3(2)"}
    assert after(position(), 33).counts(0)[3] == 2


def test_a_doublet_that_completes_the_twelve_goes_on_with_the_last_three() -> None:
    assert turns(position(FULL_BUT_ONE), 66) == {"hand/6(4)"}
    placed = after(position(FULL_BUT_ONE), 66)
    assert (placed.counts(0)[6], placed.counts(0)[25]) == (5, 0)
    placed = after(position(FULL_BUT_TWO), 66)
    assert (placed.counts(0)[6], placed.counts(0)[25]) == (4, 1)


def test_a_full_point_takes_no_more_while_others_wait() -> None:
    where = position("X=hand:13,4:2;O=hand:15")
    assert turns(where, 44) == set()
    assert turns(where, 43) == {"hand/3"}


def test_a_doublet_takes_off_what_stands_on_its_point() -> None:
    where = position("X=6:2,5:3,4:3,3:3,2:2,1:2;O=hand:15")
    assert turns(where, 55) == {"5/off(3)"}


# -- the duty to play


def test_the_die_that_completes_the_twelve_is_played_first() -> None:
    """With 6 missing, 6-1 must place on 6 and then a further one on 1: both dice."""
    assert turns(position(FULL_BUT_ONE), 61) == {"hand/6 hand/1"}
    due = position(FULL_BUT_ONE).rolled((6, 1))
    assert [(step.src, step.die) for step in due.steps()] == [(25, 6)]
    with pytest.raises(IllegalTurnError):
        due.complete([(25, 1), (25, 6)])
    with pytest.raises(IllegalTurnError):
        due.complete([(25, 6)])
    assert str(due.complete([(25, 6), (25, 1)])) == "hand/6 hand/1"


def test_of_two_dice_for_the_last_checker_either_may_be_chosen() -> None:
    where = position("X=hand:1,6:3,5:3,4:2,3:2,2:2,1:2;O=hand:15")
    assert turns(where, 31) == {"hand/3", "hand/1"}


def test_the_last_three_go_where_the_dice_say() -> None:
    assert turns(position(FULL), 21) == {"hand/2 hand/1"}
    assert turns(position(FULL), 22) == {"hand/2(3)"}


def test_the_roll_that_places_the_last_bears_none_off() -> None:
    where = position("X=hand:1,6:3,5:3,4:2,3:2,2:2,1:2;O=hand:15")
    assert turns(where, 66) == {"hand/6"}
    assert after(where, 66).counts(0)[0] == 0


def test_only_its_own_point_is_borne_off_from() -> None:
    where = position("X=5:1,1:1,off:13;O=hand:15")
    assert turns(where, 64) == set()
    assert turns(where, 65) == {"5/off"}
    assert turns(where, 51) == {"5/off 1/off"}


def test_a_pass_hands_over() -> None:
    where = position("X=5:1,off:14;O=hand:15")
    due = where.rolled((6, 4))
    assert due.tree() == [[]]
    passed = due.play(due.complete([]))
    assert (passed.turn, passed.duty) == (1, None)


def test_the_end_is_worth_one() -> None:
    for side in (0, 1):
        won = after(position("X=5:1,off:14;O=hand:15", side), 54)
        assert won.outcome() == Outcome(side, 1, "single")
        assert won.unavoidable(1 - side) == 1
        assert not won.locked()


# -- the way it is written and played


def test_the_tree_leads_through_the_turn() -> None:
    assert position().rolled((2, 1)).tree() == [[(25, 2, 1), (25, 1, 2)], [(25, 1, 3)], [(25, 2, 3)], []]
    assert position().tree_json((6, 6)) == b"[[[25,6,1]],[[25,6,2]],[]]"


def test_turns_are_steps_like_others() -> None:
    (turn,) = position().turns((2, 1))
    assert turn.steps == (Step(25, 2, 2, False), Step(25, 1, 1, False))
    assert turn.moves == ((25, 2), (25, 1))


def test_the_diagram() -> None:
    assert str(position("X=hand:13,6:1,1:1;O=hand:15")).splitlines() == [
        "   6   5   4   3   2   1",
        "  1X   .   .   .   .  1X   X: hand 13, off 0",
        "   .   .   .   .   .   .   O: hand 15, off 0",
    ]


@settings(max_examples=times(60))
@given(st.integers(0, 2**32), st.integers(0, 80), st.booleans())
def test_there_and_back(seed: int, plies: int, rolled: bool) -> None:
    random = Random(seed)
    where = position(turn=seed % 2)
    for _ in range(plies):
        due = where.rolled((random.randint(1, 6), random.randint(1, 6)))
        onward = random.choice(due.results() or [due.play(Turn())])
        assert onward.pips(where.turn) + len(due.turns()[0].steps if due.turns() else ()) == where.pips(
            where.turn
        )
        if onward.outcome():
            break
        where = onward
    if rolled:
        where = where.rolled((random.randint(1, 6), random.randint(1, 6)))
    assert isinstance(where.game, IndiykaGame)
    again = where.game.parse(where.to_text(), where.turn)
    assert again == where
    assert hash(again) == hash(where)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "X=hand:15",
        "X=bar:15;O=hand:15",
        "X=7:1;O=hand:15",
        "X=hand:16;O=hand:15",
        "X=hand:14,6:2;O=hand:15",
        "X=hand:13,6:1,6:1;O=hand:15",
        "X=hand:12,6:3;O=hand:15",
        "X=hand:10,6:5;O=hand:15",
        "X=hand:3,6:4,5:2,4:2,3:2,2:2;O=hand:15",
        "X=hand:2,off:1,6:2,5:2,4:2,3:2,2:2,1:2;O=hand:15",
        "X=6:7,off:8;O=hand:15",
        "X=6:15;O=hand:15",
        "X=off:15;O=off:15",
        "X=hand:15;O=hand:15;due=66",
        "X=hand:15;O=hand:15;due=666",
        "X=hand:15;O=hand:15;due=70",
        "X=hand:15;O=hand:15;rest=66",
        "X=off:15;O=hand:15;due=61",
    ],
)
def test_what_is_no_position(text: str) -> None:
    with pytest.raises(InvalidPositionError):
        games.dice_game("indiyka").parse(text)


@pytest.mark.parametrize(
    "moves",
    [
        [],
        [(25, 6)],
        [(6, 6), (25, 1)],
        [(25, 6), (25, 1), (25, 1)],
        [(25, 5), (25, 1)],
        [(10**30, 6), (25, 1)],
    ],
)
def test_what_is_no_turn(moves: list[tuple[int, int]]) -> None:
    with pytest.raises(IllegalTurnError):
        position().rolled((6, 1)).complete(moves)


def test_a_roll_is_played_before_the_next() -> None:
    due = position().rolled((6, 1))
    for ask in (due.rolled, due.turns, due.results, due.tree, due.tree_json):
        with pytest.raises(IllegalTurnError):
            ask((3, 1))
    for refuse in (position().turns, position().tree, position().results, position().steps):
        with pytest.raises(IllegalTurnError):
            refuse()


@pytest.mark.parametrize("roll", [(0, 1), (7, 1), (1,), (1.0, 2)])
def test_what_is_no_roll(roll: Roll) -> None:
    with pytest.raises(InvalidRollError):
        position().rolled(roll)


def test_a_step_that_is_not_possible() -> None:
    with pytest.raises(IllegalTurnError):
        position().play(Turn((Step(6, 6, 0, False),)))


def test_the_game() -> None:
    game = games.dice_game("indiyka")
    assert (game.contact, game.parallel, game.misere) == ("none", False, False)
    assert game.classes == ((1, "single"),)
    assert game.nth(3) is game
    assert game.rotation == (game,)
    with pytest.raises(InvalidOptionsError):
        games.dice_game("indiyka", first_long_move="off")
