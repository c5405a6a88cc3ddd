"""Evaluation of a table where the sides never meet (indiyka): how many rolls each still needs. Unit: pips.

First two checkers have to lie on each of six points, then the last three come down where the dice say, then
each has to be taken off by the number of its point.
"""

import math
from functools import lru_cache

from zaria.bots.heuristic.table import CheckersByPoint, Counts

A_ROLL = 8.17
"""Pips in an average roll: all that is judged here is in this unit."""

_EACH = 14 / 36
"""Checkers of one point that a roll moves on average: ten rolls of 36 move one, and the doublet four."""

_LONGEST = 60
_EXTRAS = 3
_ALL_LIE = (0, 3, 3, 3, 2, 2, 2)


def evaluate(table: CheckersByPoint) -> float:
    """My lead over the other side."""
    return A_ROLL * (rolls(table.their_checkers) - rolls(table.my_checkers))


def rolls(counts: Counts) -> float:
    """About how many rolls it takes to finish."""
    hand = counts[25]
    if not hand:
        return _until_done(tuple(sorted(counts[1:7])))
    missing = tuple(sorted(max(0, 2 - n) for n in counts[1:7]))
    filling = _until_done(missing)
    extras = min(hand, _EXTRAS)
    lying = _ALL_LIE[1:] if any(missing) else counts[1:7]
    return filling + extras / 2.1 + _until_done(tuple(sorted(lying)))


@lru_cache(maxsize=4096)
def _until_done(needed: tuple[int, ...]) -> float:
    """Rolls until every point has had its number so often, the points taken as if they were independent."""
    total = 0.0
    for roll in range(_LONGEST):
        total += 1 - math.prod(_at_least(n, roll) for n in needed)
    return total


@lru_cache(maxsize=2048)
def _at_least(n: int, rolls: int) -> float:
    """The chance that a number came `n` times or more in so many rolls (Poisson)."""
    mean = _EACH * rolls
    return 1 - sum(math.exp(-mean) * mean**k / math.factorial(k) for k in range(n))
