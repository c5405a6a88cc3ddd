"""The doubling window: known ends, and agreement with the decisions that it sums up."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from zaria.bots.doubling import DoublingWindow, Stake, decide, doubling_window
from zaria.bots.probabilities import OutcomeProbabilities

MONEY = Stake()


def test_a_dead_cube_is_turned_from_one_half_and_taken_up_to_three_quarters() -> None:
    window = doubling_window(OutcomeProbabilities(win=0.6), MONEY, 0.0)
    assert window == pytest.approx((0.5, 0.75), abs=0.001)


@pytest.mark.parametrize("efficiency", [0.5, 0.68, 0.9])
def test_the_take_point_of_money_is_that_of_janowski(efficiency: float) -> None:
    window = doubling_window(OutcomeProbabilities(win=0.6), MONEY, efficiency)
    assert 1 - window.closes == pytest.approx(0.5 / (2 + efficiency / 2), abs=0.001)
    assert window.opens is not None
    assert 0.5 < window.opens < window.closes


def test_gammons_of_the_doubling_side_raise_the_take_point() -> None:
    plain = doubling_window(OutcomeProbabilities(win=0.7), MONEY)
    gammonish = doubling_window(OutcomeProbabilities(win=0.7, win2=0.3), MONEY)
    assert gammonish.closes < plain.closes - 0.05


def test_a_cube_that_cannot_be_turned_has_no_window() -> None:
    assert doubling_window(OutcomeProbabilities(win=0.7), replace(MONEY, cube=False)).opens is None


@given(
    st.floats(0.05, 0.95),
    st.floats(0, 0.5),
    st.floats(0, 0.5),
    st.sampled_from([None, (3, 3), (5, 2), (2, 5), (7, 7), (4, 9)]),
)
def test_it_says_what_the_decisions_say(
    win: float, wins_double: float, losses_double: float, away: tuple[int, int] | None
) -> None:
    chances = OutcomeProbabilities(win=win, win2=win * wins_double, lose2=(1 - win) * losses_double)
    stake = replace(MONEY, away=away)
    window: DoublingWindow = doubling_window(chances, stake)
    assume(all(abs(win - end) > 0.001 for end in window if end is not None))
    decision = decide(chances, stake)
    assert decision.take == (win < window.closes)
    if win < window.closes:
        assert decision.double == (window.opens is not None and win > window.opens)
