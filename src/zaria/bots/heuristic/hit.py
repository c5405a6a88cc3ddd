"""Evaluation of a table where lone checkers are hit (tabla): points, blots, primes, the race. Unit: pips."""

from zaria.bots.heuristic.shots import risk
from zaria.bots.heuristic.table import Counts, Table, pips, race, rear

# The worth of holding each point (own numbering): the home and the bar point first, then anchors.
_POINT = (0, 0, 2, 3.5, 5.5, 7, 5, 5.5, 3, 2, 2, 1.5, 1, 1, 1, 1.5, 1.5, 2, 3.5, 3.5, 5.5, 5, 3, 2, 2, 0)


def evaluate(table: Table) -> float:
    """The evaluation for me when the other side is to roll."""
    mine, theirs = table.mine, table.theirs
    if rear(mine) + rear(theirs) < 25:
        return race(theirs) - race(mine)
    value = float(pips(theirs) - pips(mine))
    value += 3.0 * (mine[0] - theirs[0])
    value += _shape(mine, theirs) - _shape(theirs, mine)
    value -= _danger(mine, theirs)
    value += 0.3 * _danger(theirs, mine)
    return value


def _shape(own: Counts, other: Counts) -> float:
    """Points held, stacks, primes before the other's rear checkers, and opposing checkers on the bar."""
    value = 0.0
    run = 0
    behind = rear(other)
    for point in range(1, 25):
        n = own[point]
        if n >= 2:
            value += _POINT[point]
            run += 1
            if run >= 3 and 25 - behind < point:
                value += 1.5 * (run - 2)
            if n > 3:
                value -= 1.0 * (n - 3)
        else:
            run = 0
    return value + other[25] * (4.0 + 2.0 * _closed(own))


def _closed(own: Counts) -> int:
    """Closed points of the home."""
    return sum(1 for n in own[1:7] if n >= 2)


def _danger(own: Counts, other: Counts) -> float:
    """The other side's expected gain by hitting."""
    cost = 3.0 * _closed(other) - 3.0
    total = 0.0
    for point in range(1, 25):
        if own[point] == 1:
            total += risk(point, other) * (25 - point + cost)
    return total
