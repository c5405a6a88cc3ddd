"""A program's answer without thought: legal, and nothing given away that costs no thought."""

import pytest

from tests.support.match.dice_matches import Table
from zaria.live.engines.answers import simplest_command
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.terms import Terms

KOKS = "X=24:2,22:13;O=2:1,off:14"


@pytest.mark.parametrize(
    ("terms", "points", "right"),
    [
        (Terms("tabla", length=5), 2, False),
        (Terms("tabla", length=5), 3, True),
        (Terms("tabla-bg", length=5), 2, True),
        (Terms("tabla", cube=True, jacoby=True), 1, True),
    ],
)
def test_the_last_resort_accepts_a_resignation_only_if_there_is_no_more_to_win(
    terms: Terms, points: int, right: bool
) -> None:
    table = Table(terms)
    table.place(KOKS, 0, phase="roll", dice=None)
    table.do(0, cmd.Resign(points))
    command = simplest_command(table.match, 1)
    assert isinstance(command, cmd.Accept) is right
    assert decide(table.match, 1, command, table.now, table.dice)


def test_who_was_refused_plays_on() -> None:
    table = Table(Terms("tabla", length=5))
    table.place(KOKS, 0, phase="roll", dice=None)
    table.do(0, cmd.Resign(2))
    table.do(1, simplest_command(table.match, 1))
    assert table.match.to_act() == 0
    assert isinstance(table.do(0, simplest_command(table.match, 0))[0], ev.Rolled)
