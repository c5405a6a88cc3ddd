"""Glicko-2: the published example, its bounds, and the weight of a change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria.club.ratings.glicko import (
    FLOOR,
    LEAST_DEVIATION,
    MOST_DEVIATION,
    GlickoRating,
    period,
    rated_after,
)

RATINGS = st.builds(
    GlickoRating,
    st.floats(FLOOR, 3000),
    st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    st.floats(0.01, 0.2),
)
SCORES = st.floats(0, 1)


def test_the_published_example() -> None:
    player = GlickoRating(1500, 200, 0.06)
    results = [
        (GlickoRating(1400, 30, 0.06), 1.0),
        (GlickoRating(1550, 100, 0.06), 0.0),
        (GlickoRating(1700, 300, 0.06), 0.0),
    ]
    after = period(player, results, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS, SCORES, st.floats(0, 1))
def test_bounds_hold(player: GlickoRating, opponent: GlickoRating, score: float, weight: float) -> None:
    after = rated_after(player, opponent, score, weight=weight)
    assert after.rating >= FLOOR
    assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
    assert 0 < after.volatility < 1


@given(RATINGS, RATINGS, SCORES, SCORES)
def test_a_higher_score_never_rates_lower(
    player: GlickoRating, opponent: GlickoRating, first: float, second: float
) -> None:
    lower, higher = sorted((first, second))
    by_lower, by_higher = (rated_after(player, opponent, score).rating for score in (lower, higher))
    assert by_lower <= by_higher + 0.01  # volatility is found to six digits


@given(RATINGS, RATINGS, SCORES)
def test_a_weight_of_nothing_changes_nothing(
    player: GlickoRating, opponent: GlickoRating, score: float
) -> None:
    assert rated_after(player, opponent, score, weight=0) == player


def test_a_share_of_a_change() -> None:
    player, puzzle = GlickoRating(1500, 80), GlickoRating(1500, 80)
    whole = rated_after(player, puzzle, 1).rating - player.rating
    assert rated_after(player, puzzle, 1, weight=0.3).rating == pytest.approx(1500 + 0.3 * whole)


@pytest.mark.parametrize(("score", "weight"), [(-0.1, 1), (1.1, 1), (1, 2), (1, -1)])
def test_what_is_no_share_is_refused(score: float, weight: float) -> None:
    with pytest.raises(ValueError, match="not between 0 and 1"):
        rated_after(GlickoRating(), GlickoRating(), score, weight=weight)
