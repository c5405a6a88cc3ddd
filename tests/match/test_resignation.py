"""Resigning, and how it is answered."""

import pytest

from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Cube
from zaria.match.terms import Terms
from zaria.match.view import view

KOKS_AHEAD = "X=19:5,13:10;O=1:2,off:13"
MARS_AHEAD = "X=18:5,13:10;O=1:2,off:13"


@pytest.mark.parametrize(
    ("points", "kind"),
    [(1, "single"), (2, "mars"), (3, "koks")],
)
def test_an_accepted_resignation_costs_its_points_times_the_cube(points: int, kind: str) -> None:
    table = Table(Terms("tabla", length=9, cube=True), (3, 1))
    table.force(cube=Cube(2, None))
    table.do(0, cmd.Resign(points))
    assert (table.match.phase, table.match.to_act()) == ("resign", 1)
    accepted, ended = table.do(1, cmd.Accept())[:2]
    assert isinstance(accepted, ev.ResignAccepted)
    assert isinstance(ended, ev.GameEnded)
    assert (ended.winner, ended.points, ended.kind, ended.how) == (1, points * 2, kind, "resigned")


@pytest.mark.parametrize("phase", ["roll", "move"])
def test_a_refused_resignation_changes_nothing_on_the_board(phase: str) -> None:
    table = Table(Terms("tabla"), (3, 1))
    if phase == "roll":
        table.play()
    before = table.match
    table.act(cmd.Resign(1))
    assert view(table.match).resign is not None
    table.act(cmd.Reject())
    after = table.match
    assert (after.phase, after.turn, after.dice, after.position) == (
        phase,
        before.turn,
        before.dice,
        before.position,
    )
    assert view(after).resign is None


def test_within_a_turn_only_more_may_be_offered_after_a_refusal() -> None:
    table = Table(Terms("tabla"), (3, 1))
    table.do(0, cmd.Resign(2))
    table.do(1, cmd.Reject())
    assert [table.refused(0, cmd.Resign(points)) for points in (1, 2, 3)] == [
        "resign_refused",
        "resign_refused",
        "",
    ]
    assert view(table.match).resign_min == (3, 1)
    table.play()
    assert view(table.match).resign_min == (1, 1)


def test_only_on_ones_own_turn_and_not_while_an_offer_stands() -> None:
    table = Table(Terms("tabla", cube=True), (3, 1))
    assert table.refused(1, cmd.Resign(1)) == "not_your_turn"
    table.play()
    table.do(1, cmd.Double())
    assert table.refused(1, cmd.Resign(1)) == "not_your_turn"
    assert table.refused(0, cmd.Resign(1)) == "not_now"


@pytest.mark.parametrize(
    ("game", "options", "points", "code"),
    [
        ("tabla", {}, 0, "bad_points"),
        ("tabla", {}, -1, "bad_points"),
        ("tabla", {}, 4, "bad_points"),
        ("tapa", {}, 3, ""),
        ("long-nardy", {}, 4, "bad_points"),
        ("long-nardy", {"home_mars": 4}, 4, ""),
        ("long-nardy", {"home_mars": 4}, 5, "bad_points"),
    ],
)
def test_how_many_points_there_are(
    game: str, options: dict[str, str | int | bool], points: int, code: str
) -> None:
    table = Table(Terms(game, options), (3, 1))
    assert table.refused(0, cmd.Resign(points)) == code


@pytest.mark.parametrize(
    ("text", "least"), [(KOKS_AHEAD, 3), (MARS_AHEAD, 2), ("X=1:2,off:13;O=1:2,off:13", 1)]
)
def test_never_less_than_what_is_certain(text: str, least: int) -> None:
    table = Table(Terms("tabla"), (3, 1))
    table.place(text, 0, phase="roll", dice=None)
    codes = [table.refused(0, cmd.Resign(points)) for points in (1, 2, 3)]
    assert codes == ["resign_too_low"] * (least - 1) + [""] * (4 - least)
    assert view(table.match).resign_min[0] == least


def test_home_mars_is_what_a_long_nardy_resignation_of_three_is_called() -> None:
    table = Table(Terms("long-nardy"), (3, 1))
    table.do(0, cmd.Resign(3))
    ended = table.do(1, cmd.Accept())[1]
    assert isinstance(ended, ev.GameEnded)
    assert (ended.points, ended.kind) == (3, "home_mars")
