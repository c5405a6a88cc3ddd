"""Evaluation of a table where one checker holds a point (long nardy): development, blocks, the race.

Unit: pips. Both run the same way round, so my point p is the other side's p - 12 or p + 12.
"""

from zaria.bots.heuristic.table import Counts, Table, pips, race, rear


def evaluate(table: Table) -> float:
    """The evaluation for me when the other side is to roll."""
    mine, theirs = table.mine, table.theirs
    if not _meeting(mine, theirs):
        return race(theirs) - race(mine)
    value = float(pips(theirs) - pips(mine))
    value += 4.0 * (mine[0] - theirs[0])
    value += _freedom(mine, theirs) - _freedom(theirs, mine)
    value += _shape(mine, theirs) - _shape(theirs, mine)
    return value


def _meeting(mine: Counts, theirs: Counts) -> bool:
    """Return whether some checker still has one of the other side's ahead of it."""
    return _ahead(mine, theirs) or _ahead(theirs, mine)


def _ahead(own: Counts, other: Counts) -> bool:
    back = rear(own)
    return any(n and _across(point) < back for point, n in enumerate(other[1:25], 1))


def _across(point: int) -> int:
    """The same point in the other side's numbering."""
    return point - 12 if point > 12 else point + 12


def _freedom(own: Counts, other: Counts) -> float:
    """Dice that the checkers outside the home can use: locked ones are the danger of this game."""
    taken = 0
    for point in range(1, 25):
        if other[point]:
            taken |= 1 << _across(point)
    value = sum(_FREE[taken >> point - 6 & 63] for point in range(7, 25) if own[point])
    return value + (0.5 * _FREE[taken >> 18 & 63] if own[24] > 1 else 0.0)


_WORTH = (-12.0, -5.0, -1.0, 1.0, 2.0, 2.5, 3.0)
"""The value of so many free dice of six for a point: the first ones matter most."""

_FREE = tuple(_WORTH[6 - taken.bit_count()] for taken in range(64))
"""The same by which of the next six points are taken, a bit each."""


def _shape(own: Counts, other: Counts) -> float:
    """A head that leaves quickly, runs of points before the other side, no towers, nothing buried."""
    value = -2.0 * own[24]
    run = 0
    waiting = rear(other)
    for point in range(1, 25):
        n = own[point]
        run = run + 1 if n else 0
        if run >= 3 and _before(point, waiting):
            value += 1.5 * (run - 2)
        if n > 2 and point != 24:
            value -= 1.0 * (n - 2)
    outside = 15 - sum(own[:7])
    return value - (0.8 * sum(own[1:4]) if outside > 4 else 0.0)


def _before(point: int, waiting: int) -> bool:
    """Return whether my `point` lies on the way of the other side's rear checker."""
    return _across(point) < waiting
