"""Evaluation of a table where lone checkers are hit (tabla): points, blots, primes, the race. Unit: pips."""

from zaria.bots.heuristic.shots import risk
from zaria.bots.heuristic.table import CheckersByPoint, Counts, pips, race, rear

# The worth of holding each point (own numbering): the home and the bar point first, then anchors.
_POINT = (0, 0, 2, 3.5, 5.5, 7, 5, 5.5, 3, 2, 2, 1.5, 1, 1, 1, 1.5, 1.5, 2, 3.5, 3.5, 5.5, 5, 3, 2, 2, 0)


def evaluate(table: CheckersByPoint) -> float:
    """The evaluation for me when the other side is to roll."""
    my_checkers, their_checkers = table.my_checkers, table.their_checkers
    if rear(my_checkers) + rear(their_checkers) < 25:
        return race(their_checkers) - race(my_checkers)
    value = float(pips(their_checkers) - pips(my_checkers))
    value += 3.0 * (my_checkers[0] - their_checkers[0])
    value += _shape(my_checkers, their_checkers) - _shape(their_checkers, my_checkers)
    value -= _danger(my_checkers, their_checkers)
    value += 0.3 * _danger(their_checkers, my_checkers)
    return value


def _shape(own_checkers: Counts, other_checkers: Counts) -> float:
    """Points held, stacks, primes before the other's rear checkers, and opposing checkers on the bar."""
    value = 0.0
    run = 0
    behind = rear(other_checkers)
    for point in range(1, 25):
        n = own_checkers[point]
        if n >= 2:
            value += _POINT[point]
            run += 1
            if run >= 3 and 25 - behind < point:
                value += 1.5 * (run - 2)
            if n > 3:
                value -= 1.0 * (n - 3)
        else:
            run = 0
    return value + other_checkers[25] * (4.0 + 2.0 * _closed(own_checkers))


def _closed(own_checkers: Counts) -> int:
    """Closed points of the home."""
    return sum(1 for n in own_checkers[1:7] if n >= 2)


def _danger(own_checkers: Counts, other_checkers: Counts) -> float:
    """The other side's expected gain by hitting."""
    cost = 3.0 * _closed(other_checkers) - 3.0
    total = 0.0
    for point in range(1, 25):
        if own_checkers[point] == 1:
            total += risk(point, other_checkers) * (25 - point + cost)
    return total
