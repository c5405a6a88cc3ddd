"""The doubling cube and the Crawford game."""

from typing import Any

import pytest

from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Cube
from zaria.match.terms import Terms
from zaria.match.view import view


def before_a_roll(length: int = 7, **fields: object) -> Table:
    """Side 0 is to roll, in the middle of game 1."""
    table = Table(Terms("tabla", length=length, cube=True), (1, 3))
    table.play()
    table.force(**fields)
    return table


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, ""),
        ({"cube": Cube(2, 0)}, ""),
        ({"cube": Cube(2, 1)}, "cube_not_yours"),
        ({"cube": Cube(32, 0)}, ""),
        ({"cube": Cube(64, 0)}, "cube_max"),
        ({"crawford": True}, "crawford"),
        ({"game_no": 2, "fresh": True}, "cube_too_early"),
        ({"game_no": 2, "fresh": False}, ""),
        ({"game_no": 1, "fresh": True}, ""),
    ],
)
def test_when_one_may_double(fields: dict[str, Any], code: str) -> None:
    table = before_a_roll(**fields)
    assert table.refused(0, cmd.Double()) == code
    assert view(table.match).can_double is (code == "")


def test_only_on_turn_and_before_rolling() -> None:
    table = before_a_roll()
    assert table.refused(1, cmd.Double()) == "not_your_turn"
    table.act(cmd.Roll())
    assert table.refused(0, cmd.Double()) == "not_now"
    assert view(table.match).can_double is False


def test_no_cube_unless_it_was_agreed() -> None:
    table = Table(Terms("tabla"), (3, 1))
    table.play()
    assert table.refused(1, cmd.Double()) == "no_cube"


def test_a_taken_cube_belongs_to_the_taker_and_the_doubler_rolls() -> None:
    table = before_a_roll()
    (doubled,) = table.do(0, cmd.Double())
    assert doubled == ev.Doubled(at=table.now, side=0, value=2)
    match = table.match
    assert (match.phase, match.turn, match.to_act(), match.cube) == ("double", 0, 1, Cube())
    assert table.refused(0, cmd.Take()) == "not_your_turn"
    assert table.refused(1, cmd.Roll()) == "not_now"
    assert table.refused(1, cmd.Double()) == "not_now"
    table.do(1, cmd.Take())
    assert (table.match.phase, table.match.to_act(), table.match.cube) == ("roll", 0, Cube(2, 1))
    assert table.refused(0, cmd.Double()) == "cube_not_yours"


def test_cubes_go_to_and_fro_up_to_64() -> None:
    table = before_a_roll()
    for value in (2, 4, 8, 16, 32, 64):
        (doubled,) = table.act(cmd.Double())
        assert isinstance(doubled, ev.Doubled)
        assert doubled.value == value
        table.act(cmd.Take())
        assert table.match.cube.value == value
        table.step()
        table.step()
        assert table.match.phase == "roll"
    assert table.refused(table.match.to_act(), cmd.Double()) == "cube_max"


@pytest.mark.parametrize(("cube", "lost"), [(Cube(), 1), (Cube(2, 0), 2), (Cube(16, 0), 16)])
def test_a_drop_loses_what_the_cube_showed_before(cube: Cube, lost: int) -> None:
    table = before_a_roll(length=1 if lost > 9 else 9, cube=cube)
    table.do(0, cmd.Double())
    dropped, ended = table.do(1, cmd.Drop())[:2]
    assert isinstance(dropped, ev.Dropped)
    assert isinstance(ended, ev.GameEnded)
    assert (ended.winner, ended.points, ended.kind, ended.how) == (0, lost, "", "dropped")
    assert table.match.score == (lost, 0)


def drop_a_game(table: Table, winner: int) -> None:
    """`winner` gets one point: the other side resigns on its turn."""
    while table.match.phase != "roll" or table.match.turn == winner:
        table.step()
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())


def test_the_crawford_game_is_the_one_after_a_side_first_needs_one_point() -> None:
    table = Table(Terms("tabla", length=3, cube=True))
    seen = []
    for winner in (0, 0, 1, 1):
        seen.append(table.match.crawford)
        drop_a_game(table, winner)
    seen.append(table.match.crawford)
    assert seen == [False, False, True, False, False]
    assert table.match.score == (2, 2)
    assert table.refused(table.match.turn, cmd.Double()) == "cube_too_early"
    table.step()
    table.step()
    assert table.refused(table.match.to_act(), cmd.Double()) == ""


@pytest.mark.parametrize(
    "terms",
    [
        Terms("tabla", length=3, cube=True, crawford=False),
        Terms("tabla", length=3, cube=False),
    ],
)
def test_no_crawford_game_unless_agreed(terms: Terms) -> None:
    table = Table(terms)
    drop_a_game(table, 0)
    drop_a_game(table, 0)
    assert table.match.score == (2, 0)
    assert not table.match.crawford


def test_a_single_game_has_no_crawford_game() -> None:
    assert not Table(Terms("tabla", length=1, cube=True)).match.crawford
