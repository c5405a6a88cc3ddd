"""The arithmetic of stakes, in cents."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.match.dice_matches import Table
from zaria.match import commands as cmd
from zaria.match.match import Cube
from zaria.match.stakes import HIGHEST, Fee, Settlement, Stakes, settle
from zaria.match.terms import Terms
from zaria.match.view import view

FEES: list[Fee] = ["none", "pot", "profit"]


def test_the_example_of_the_anafeds_rules() -> None:
    """2.00 a point and at most 5.00: three points win 4.50 and lose 5.00; the winner takes 9.50."""
    settlement = settle(Stakes(200, 500, "pot"), points=3, length=1)
    assert settlement == Settlement(stake=500, fee=50, won=450, lost=500)
    assert settlement.stake + settlement.won == 950


def test_the_example_of_the_5stars_rules() -> None:
    """Both put in 100; a tenth of the profit is taxed, so the winner has 190 of the 200."""
    settlement = settle(Stakes(100, None, "profit"), points=1, length=1)
    assert settlement == Settlement(stake=100, fee=10, won=90, lost=100)
    assert 100 + settlement.won == 190


@pytest.mark.parametrize(
    ("stakes", "points", "length", "settlement"),
    [
        (Stakes(200), 1, 1, Settlement(200, 0, 200, 200)),
        (Stakes(200), 12, 1, Settlement(2400, 0, 2400, 2400)),
        (Stakes(200, 500), 2, 1, Settlement(400, 0, 400, 400)),
        (Stakes(200, 500), 3, 1, Settlement(500, 0, 500, 500)),
        (Stakes(200, 500, "pot"), 6, 5, Settlement(200, 20, 180, 200)),
        (Stakes(4, None, "pot"), 1, 1, Settlement(4, 0, 4, 4)),
        (Stakes(5, None, "pot"), 1, 1, Settlement(5, 1, 4, 5)),
        (Stakes(5, None, "profit"), 3, 1, Settlement(15, 2, 13, 15)),
        (Stakes(1, None, "profit"), 1, 1, Settlement(1, 0, 1, 1)),
    ],
)
def test_what_is_won_and_lost(stakes: Stakes, points: int, length: int, settlement: Settlement) -> None:
    """A fee is rounded to the cent, halves up; the points of a match do not multiply its stake."""
    assert settle(stakes, points, length) == settlement


@given(
    st.integers(1, HIGHEST),
    st.none() | st.integers(0, HIGHEST),
    st.sampled_from(FEES),
    st.integers(1, 256),
    st.sampled_from([1, 3, 9]),
)
def test_no_cent_is_made_or_lost(stake: int, more: int | None, fee: Fee, points: int, length: int) -> None:
    most = None if more is None else stake + more
    settlement = settle(Stakes(stake, most, fee), points, length)
    assert settlement.won + settlement.fee == settlement.lost == settlement.stake
    assert 0 <= settlement.fee <= settlement.won + 1
    assert stake <= settlement.lost <= (most or stake * points)
    if fee != "none":
        assert abs(10 * settlement.fee - settlement.stake) <= 5


@pytest.mark.parametrize(
    ("stakes", "sound"),
    [
        (Stakes(1), True),
        (Stakes(HIGHEST, HIGHEST), True),
        (Stakes(0), False),
        (Stakes(-5), False),
        (Stakes(200, 199), False),
        (Stakes(200, 0), False),
        (Stakes(HIGHEST + 1), False),
        (Stakes(1, HIGHEST + 1), False),
        (Stakes(1, None, "tenth"), False),  # type: ignore[arg-type]
    ],
)
def test_what_stakes_there_can_be(stakes: Stakes, sound: bool) -> None:
    assert stakes.sound() is sound


def test_the_table_tells_what_it_came_to_when_all_is_over() -> None:
    table = Table(Terms("tabla", cube=True, stakes=Stakes(200, 500, "pot")), (3, 1))
    assert view(table.match).stakes == Stakes(200, 500, "pot")
    table.force(cube=Cube(2, 0))
    table.act(cmd.Resign(2))
    assert view(table.match).settlement is None
    table.act(cmd.Accept())
    assert view(table.match).settlement == Settlement(500, 50, 450, 500)


def test_a_match_for_nothing_settles_nothing() -> None:
    table = Table(Terms("tabla"), (3, 1))
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())
    assert table.match.phase == "over"
    assert view(table.match).settlement is None
