"""Positions: identity, the way from roll to turn, refusals."""

import pytest

from tests.support.games.tables_notation import position, turns
from zaria import games
from zaria.games.dice import Roll
from zaria.games.protocols import Duty, IllegalTurnError, InvalidRollError
from zaria.games.turn import Step, Turn


def test_positions_are_values() -> None:
    start = games.dice_game("tabla").start()
    assert start == games.dice_game("tabla").start()
    assert hash(start) == hash(games.dice_game("tabla").start())
    assert start != games.dice_game("tabla").start(1)
    assert position("tapa") != position("tapa", first_long_move="off")


def test_positions_do_not_change() -> None:
    start = position("tabla")
    with pytest.raises(AttributeError):
        start.turn = 1  # type: ignore[misc]
    rolled = start.rolled((3, 1))
    rolled.complete([(8, 3), (6, 1)])
    assert rolled == position("tabla").rolled((3, 1)), "what was asked of a position does not belong to it"
    assert repr(rolled) == repr(position("tabla").rolled((3, 1)))


def test_the_other_side_follows() -> None:
    start = position("tabla", turn=1)
    after = start.play(start.turns((3, 1))[0])
    assert (start.turn, after.turn) == (1, 0)
    assert start.to_text() == "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"
    assert after.counts(0) == start.counts(0)


def test_a_pass_changes_nothing_but_the_turn() -> None:
    start = position("tabla")
    passed = start.play(Turn())
    assert passed.turn == 1
    assert passed.counts(0) == start.counts(0)


def test_steps_one_by_one() -> None:
    start = position("tabla")
    assert Step(8, 3, 5, False) in start.rolled((3, 1)).steps()
    assert [step.die for step in start.rolled((3, 1)).steps([(8, 3)])] == [1] * len(
        start.rolled((3, 1)).steps([(8, 3)])
    )
    assert start.rolled((3, 1)).steps([(8, 3), (6, 1)]) == []
    assert str(start.rolled((3, 1)).complete([(8, 3), (6, 1)])) == "8/5 6/5"


def test_a_tree_shares_what_comes_to_the_same() -> None:
    tree = position("tapa", "X=13:1,12:1;O=1:2").tree((2, 1))
    assert len(tree[0]) == 4
    assert len({to for steps in tree for *_, to in steps}) == len(tree) - 1


@pytest.mark.parametrize(
    "moves",
    [
        [],
        [(8, 3)],
        [(8, 3), (8, 3)],
        [(8, 3), (6, 1), (5, 1)],
        [(8, 2), (6, 1)],
        [(24, 3), (12, 1)],
        [(0, 3), (6, 1)],
        [(25, 3), (6, 1)],
        [(6, 1), (9999999999999999999999, 3)],
    ],
)
def test_steps_that_are_no_turn(moves: list[tuple[int, int]]) -> None:
    with pytest.raises(IllegalTurnError):
        position("tabla").rolled((3, 1)).complete(moves)


def test_a_pass_is_no_turn_where_there_is_one() -> None:
    with pytest.raises(IllegalTurnError):
        position("tabla").rolled((6, 6)).complete([])


def test_steps_beyond_the_tree() -> None:
    with pytest.raises(IllegalTurnError):
        position("tabla").rolled((3, 1)).steps([(13, 6)])


def test_a_turn_of_another_position_cannot_be_played() -> None:
    with pytest.raises(IllegalTurnError):
        position("tabla").play(Turn((Step(23, 1, 22, False),)))


@pytest.mark.parametrize("roll", [(0, 1), (7, 1), (1, -1), (1,), (1, 2, 3), ("1", "2"), (1.0, 2)])
def test_what_is_no_roll(roll: Roll) -> None:
    for ask in (position("tabla").turns, position("tabla").tree, position("tabla").rolled):
        with pytest.raises(InvalidRollError):
            ask(roll)


def test_the_order_of_the_dice_does_not_matter() -> None:
    assert turns(position("tabla"), 13) == turns(position("tabla"), 31)


def test_the_diagram() -> None:
    assert str(position("tapa", "X=24:1^,2:13;O=12:2,1:2")).splitlines() == [
        "  13  14  15  16  17  18  19  20  21  22  23  24",
        "  2O   .   .   .   .   .   .   .   .   .   . 2O+",
        "   .   .   .   .   .   .   .   .   .   . 13X   .",
        "  12  11  10   9   8   7   6   5   4   3   2   1",
        "X: bar 0, off 1",
        "O: bar 0, off 11",
    ]


# -- duties


def test_a_roll_becomes_a_duty() -> None:
    start = position("tabla")
    due = start.rolled((3, 1))
    assert due.duty == Duty(((3, 1),))
    assert (due.turn, due.board) == (start.turn, start.board)
    assert due != start
    assert due.turns() == start.turns((3, 1))
    assert due.results() == start.results((3, 1))
    assert due.tree_json() == start.tree_json((3, 1))
    assert due.counts(1) == start.counts(1)


def test_nothing_is_rolled_under_a_duty() -> None:
    due = position("gulbara").rolled((5, 5))
    for ask in (due.rolled, due.turns, due.results, due.tree, due.tree_json):
        with pytest.raises(IllegalTurnError):
            ask((6, 1))
    with pytest.raises(IllegalTurnError):
        due.total()


def test_without_a_duty_there_is_nothing_to_play() -> None:
    start = position("tabla")
    for ask in (start.turns, start.results, start.tree, start.tree_json, start.steps):
        with pytest.raises(IllegalTurnError):
            ask()
    with pytest.raises(IllegalTurnError):
        start.complete([(8, 3), (6, 1)])


@pytest.mark.parametrize("game", ["gulbara", "chelebi", "gulbar", "crazy-gulbar"])
def test_where_rolls_have_stages_a_turn_needs_one(game: str) -> None:
    start = position(game)
    turn = start.turns((3, 1))[0]
    with pytest.raises(IllegalTurnError):
        start.play(turn)
    assert start.rolled((3, 1)).play(turn).turn == 1
    with pytest.raises(IllegalTurnError):
        start.rolled((6, 6)).play(turn)


def test_results_follow_turns_through_stages() -> None:
    due = position("chelebi").rolled((5, 5))
    assert due.results() == [due.play(turn) for turn in due.turns()]
    assert {after.duty for after in due.results()} == {Duty(((6,) * 4,), base=False)}


def test_first_stages_of_two_are_counted() -> None:
    assert position("crazy-gulbar", ladder=4).total() == 22
    assert position("crazy-gulbar").total() == 21
