"""The arithmetic of ratings (rulebook 6.9). Pure, and exact to the last digit.

    Ea = 1 / (1 + 10^((Rb - Ra) / 400));  Ra' = Ra + K (Sa - Ea)

K is 20 until a player's rating has reached 1000 for the first time, then 10, also after falling back. Each
player has their own K. Sa is 1 for a match won, 0.5 for one drawn, 0 for one lost.

Ratings are kept to two decimals. A new rating is rounded once, half to even, so that neither side gains by
rounding; everything before that has 28 digits.
"""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import lru_cache

INITIAL = Decimal("500.00")
"""What everybody begins with."""

SUMMIT = 1000
"""A player who has reached it once moves by half as much."""

_YOUNG, _GROWN = Decimal(20), Decimal(10)
_SCALE = Decimal(400)
_CENT = Decimal("0.01")
_EXACT = Context(prec=28, rounding=ROUND_HALF_EVEN)


def factor(reached: bool) -> Decimal:
    """K of a player who has, or has never, reached `SUMMIT`."""
    return _GROWN if reached else _YOUNG


def expected(own: Decimal, other: Decimal) -> Decimal:
    """What share of a match a player of rating `own` is expected to get: 0 to 1."""
    return _expected(_EXACT.subtract(other, own))


def rated(own: Decimal, other: Decimal, share: Decimal, reached: bool) -> Decimal:
    """The rating of a player who got `share` (1, 0.5 or 0) of a match against one of rating `other`."""
    gain = _EXACT.multiply(factor(reached), _EXACT.subtract(share, expected(own, other)))
    return _EXACT.add(own, gain).quantize(_CENT, context=_EXACT)


@lru_cache(100_000)
def _expected(ahead: Decimal) -> Decimal:
    odds = _EXACT.power(Decimal(10), _EXACT.divide(ahead, _SCALE))
    return _EXACT.divide(Decimal(1), _EXACT.add(Decimal(1), odds))
