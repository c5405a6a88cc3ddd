"""Glicko-2 for solvers and puzzles. Pure.

Source: M. E. Glickman, "Example of the Glicko-2 system" (2022), whose steps are named below. A score may be
any number between 0 and 1, each answer is a rating period of its own, and a change may have a weight.
"""

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

TAU = 0.75
"""The readiness with which volatility follows results."""

FLOOR = 400.0
"""The lowest rating."""

LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0

_SCALE = 400 / log(10)
_CENTRE = 1500.0
_CONVERGED = 1e-6


class GlickoRating(NamedTuple):
    """A rating with its deviation, both on the scale of Elo, and its volatility."""

    rating: float = _CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06


class _Evidence(NamedTuple):
    """The evidence of a period: the variance of a rating from its results, and the sum of surprises."""

    variance: float
    surprise: float


def rated_after(
    player: GlickoRating, opponent: GlickoRating, score: float, *, weight: float = 1.0
) -> GlickoRating:
    """Return the rating of `player` after one encounter with this score.

    `weight` (0 to 1) is the share of the change that counts: of the rating, the deviation and the volatility.
    Bounds hold afterwards. Raises `ValueError` for a score or a weight outside 0 to 1.
    """
    if not (0 <= score <= 1 and 0 <= weight <= 1):
        raise ValueError(f"score {score} or weight {weight} is not between 0 and 1")
    after = period(player, [(opponent, score)])
    rating, deviation, volatility = (
        old + weight * (new - old) for old, new in zip(player, after, strict=True)
    )
    return GlickoRating(max(FLOOR, rating), min(MOST_DEVIATION, max(LEAST_DEVIATION, deviation)), volatility)


def period(
    player: GlickoRating, results: Sequence[tuple[GlickoRating, float]], tau: float = TAU
) -> GlickoRating:
    """Return the rating after a rating period, without bounds; `results` pairs opponents with scores."""
    phi = player.deviation / _SCALE
    evidence = _evidence(player, results)
    volatility = _new_volatility(phi, player.volatility, evidence, tau)
    before = sqrt(phi**2 + volatility**2)  # step 6
    phi_after = 1 / sqrt(1 / before**2 + 1 / evidence.variance)  # step 7
    rating = player.rating + _SCALE * phi_after**2 * evidence.surprise
    return GlickoRating(rating, _SCALE * phi_after, volatility)


def _evidence(player: GlickoRating, results: Sequence[tuple[GlickoRating, float]]) -> _Evidence:
    """Steps 2 to 4."""
    information = surprise = 0.0
    for opponent, score in results:
        damping = 1 / sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / pi**2)
        expected = 1 / (1 + exp(-damping * (player.rating - opponent.rating) / _SCALE))
        information += damping**2 * expected * (1 - expected)
        surprise += damping * (score - expected)
    return _Evidence(1 / information, surprise)


def _new_volatility(phi: float, volatility: float, evidence: _Evidence, tau: float) -> float:
    """Step 5: the root of a monotone function, by the Illinois algorithm."""
    variance, squared_delta = evidence.variance, (evidence.variance * evidence.surprise) ** 2
    start = log(volatility**2)

    def slope(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (squared_delta - spread) / (2 * spread**2) - (x - start) / tau**2

    low, high = start, start - tau
    if squared_delta > phi**2 + variance:
        high = log(squared_delta - phi**2 - variance)
    else:
        while slope(high) < 0:
            high -= tau
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > _CONVERGED:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
