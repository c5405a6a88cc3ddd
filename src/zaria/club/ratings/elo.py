"""The Elo system of the club (rulebook 6.9). Pure, and exact to the last digit.

    Ea = 1 / (1 + 10^((Rb - Ra) / 400));  Ra' = Ra + K (Sa - Ea)

K is 20 until a player's rating has reached 1000 for the first time, then 10, also after falling back. Each
player has their own K. Sa is 1 for a match won, 0.5 for one drawn, 0 for one lost.

Ratings are kept to two decimals. A new rating is rounded once, half to even, so that neither side gains by
rounding; everything before that has 28 digits.
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache

from zaria.club.ratings.system import Rated, RatingState

INITIAL = Decimal("500.00")
"""The rating of a player without a rated match."""

SUMMIT = 1000
"""A player who has reached it once moves by half as much."""

SCALE = Decimal(400)
"""With so many points more than the opponent a player is expected to score ten times as much."""

_BEGINNER_FACTOR, _LATER_FACTOR = Decimal(20), Decimal(10)
_CENT = Decimal("0.01")
_EXACT = Context(prec=28, rounding=ROUND_HALF_EVEN)
_SCORES = {1: Decimal(1), 0: Decimal("0.5"), -1: Decimal(0)}


class Elo:
    """Elo with K by the highest rating that a player has reached; see the module."""

    initial = RatingState(INITIAL, INITIAL)

    def rate(self, state: RatingState, opponent: RatingState, result: int, at: int) -> RatingState:
        """Return `state` with the rating after a match; the moment does not matter."""
        return self.corrected(
            state, new_rating(state.rating, opponent.rating, _SCORES[result], reached=state.reached)
        )

    def corrected(self, state: RatingState, rating: Decimal) -> RatingState:
        """Return `state` with this rating, which may be the first to reach `SUMMIT`."""
        return state._replace(rating=rating, reached=state.reached or rating >= SUMMIT)

    def display(self, state: Rated) -> Decimal:
        """Return the rating itself."""
        return state.rating


def factor(*, reached: bool) -> Decimal:
    """K of a player who has, or has never, reached `SUMMIT`."""
    return _LATER_FACTOR if reached else _BEGINNER_FACTOR


def expected_score(rating: Decimal, opponent: Decimal) -> Decimal:
    """The score that a player of this rating is expected to have in a match: 0 to 1."""
    return _expected_score(_EXACT.subtract(opponent, rating))


def new_rating(rating: Decimal, opponent: Decimal, score: Decimal, *, reached: bool) -> Decimal:
    """The rating of a player who scored `score` (1, 0.5 or 0) against an opponent of this rating."""
    gain = _EXACT.multiply(factor(reached=reached), _EXACT.subtract(score, expected_score(rating, opponent)))
    return _EXACT.add(rating, gain).quantize(_CENT, context=_EXACT)


@lru_cache(100_000)
def _expected_score(ahead: Decimal) -> Decimal:
    odds = _EXACT.power(Decimal(10), _EXACT.divide(ahead, SCALE))
    return _EXACT.divide(Decimal(1), _EXACT.add(Decimal(1), odds))
