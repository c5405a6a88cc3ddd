"""Error rates, their uncertainty, and the trends that may be claimed."""

from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria.bots.analysis.game_sums import FINE
from zaria.club.progress.rates import ENOUGH, DecisionTotals, together, trend

LOSSES = st.lists(st.integers(0, 2 * FINE), min_size=2, max_size=60)


def totals(losses: list[int]) -> DecisionTotals:
    return DecisionTotals(len(losses), sum(losses), sum(loss * loss for loss in losses))


@given(LOSSES)
def test_rate_and_error_are_those_of_the_losses(losses: list[int]) -> None:
    points = [loss / FINE for loss in losses]
    both = totals(losses)
    assert both.rate("points") == pytest.approx(500 * mean(points))
    assert both.rate("chance") == pytest.approx(100 * mean(points))
    expected = 500 * stdev(points) / len(points) ** 0.5
    assert both.error("points") == pytest.approx(expected, abs=1e-6)


@given(LOSSES, LOSSES)
def test_sums_add_up(first: list[int], second: list[int]) -> None:
    assert together([totals(first), totals(second)]) == totals(first + second)


def test_few_decisions_say_nothing() -> None:
    assert DecisionTotals().rate("points") is None
    assert totals([500]).margin("points") is None
    assert totals([500] * (ENOUGH - 1)).is_few
    assert not totals([500] * ENOUGH).is_few


def test_the_margin_holds_in_95_of_100_samples() -> None:
    chance = Random("margin")
    rates = [chance.expovariate(1 / 300) if chance.random() < 0.3 else 0.0 for _ in range(200_000)]
    truth = 500 * mean(rates) / FINE
    inside = 0
    for start in range(0, 200_000, 400):
        sample = totals([round(loss) for loss in rates[start : start + 400]])
        rate, margin = sample.rate("points"), sample.margin("points")
        assert rate is not None
        assert margin is not None
        inside += abs(rate - truth) <= margin
    assert 0.91 < inside / 500 < 0.98


def test_a_match_to_one_tells_little() -> None:
    """Losses with a mean of PR 8.5 and a spread of 0.054: about ±12 after 21 decisions, ±2 after 700."""
    sample = DecisionTotals(21, 21 * 170, 21 * (170**2 + 540**2))
    assert sample.margin("points") == pytest.approx(11.7, abs=0.5)
    many = DecisionTotals(700, 700 * 170, 700 * (170**2 + 540**2))
    assert many.margin("points") == pytest.approx(2.0, abs=0.05)


def test_no_trend_is_claimed_within_two_errors() -> None:
    before = DecisionTotals(400, 400 * 200, 400 * (200**2 + 500**2))
    better = DecisionTotals(400, 400 * 100, 400 * (100**2 + 500**2))
    alike = DecisionTotals(400, 400 * 150, 400 * (150**2 + 500**2))
    assert trend(before, better, "points") == pytest.approx(-5.0)
    assert trend(better, before, "points") == pytest.approx(5.0)
    assert trend(before, alike, "points") is None
    few = DecisionTotals(40, 40 * 10, 40 * 10**2)
    assert trend(before, few, "points") is None
