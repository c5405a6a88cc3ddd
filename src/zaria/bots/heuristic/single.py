"""Evaluation of a table where one checker holds a point (long nardy): development, blocks, the race.

Unit: pips. Both run the same way round, so my point p is the other side's p - 12 or p + 12.
"""

from zaria.bots.heuristic.table import CheckersByPoint, Counts, pips, race, rear


def evaluate(table: CheckersByPoint) -> float:
    """The evaluation for me when the other side is to roll."""
    my_checkers, their_checkers = table.my_checkers, table.their_checkers
    if not _meeting(my_checkers, their_checkers):
        return race(their_checkers) - race(my_checkers)
    value = float(pips(their_checkers) - pips(my_checkers))
    value += 4.0 * (my_checkers[0] - their_checkers[0])
    value += _freedom(my_checkers, their_checkers) - _freedom(their_checkers, my_checkers)
    value += _shape(my_checkers, their_checkers) - _shape(their_checkers, my_checkers)
    return value


def _meeting(my_checkers: Counts, their_checkers: Counts) -> bool:
    """Return whether some checker still has one of the other side's ahead of it."""
    return _ahead(my_checkers, their_checkers) or _ahead(their_checkers, my_checkers)


def _ahead(own_checkers: Counts, other_checkers: Counts) -> bool:
    back = rear(own_checkers)
    return any(n and _across(point) < back for point, n in enumerate(other_checkers[1:25], 1))


def _across(point: int) -> int:
    """The same point in the other side's numbering."""
    return point - 12 if point > 12 else point + 12


def _freedom(own_checkers: Counts, other_checkers: Counts) -> float:
    """Dice that the checkers outside the home can use: locked ones are the danger of this game."""
    taken = 0
    for point in range(1, 25):
        if other_checkers[point]:
            taken |= 1 << _across(point)
    value = sum(_FREE[taken >> point - 6 & 63] for point in range(7, 25) if own_checkers[point])
    return value + (0.5 * _FREE[taken >> 18 & 63] if own_checkers[24] > 1 else 0.0)


_WORTH = (-12.0, -5.0, -1.0, 1.0, 2.0, 2.5, 3.0)
"""The value of so many free dice of six for a point: the first ones matter most."""

_FREE = tuple(_WORTH[6 - taken.bit_count()] for taken in range(64))
"""The same by which of the next six points are taken, a bit each."""


def _shape(own_checkers: Counts, other_checkers: Counts) -> float:
    """A head that leaves quickly, runs of points before the other side, no towers, nothing buried."""
    value = -2.0 * own_checkers[24]
    run = 0
    waiting = rear(other_checkers)
    for point in range(1, 25):
        n = own_checkers[point]
        run = run + 1 if n else 0
        if run >= 3 and _before(point, waiting):
            value += 1.5 * (run - 2)
        if n > 2 and point != 24:
            value -= 1.0 * (n - 2)
    outside = sum(own_checkers[7:])
    return value - (0.8 * sum(own_checkers[1:4]) if outside > 4 else 0.0)


def _before(point: int, waiting: int) -> bool:
    """Return whether my `point` lies on the way of the other side's rear checker."""
    return _across(point) < waiting
