"""Evaluation of a table where lone checkers are pinned (tapa): pins, lone checkers, points, the race.

Unit: pips. A pinned checker stands still while its owner must go on moving, and bars the owner from
bearing off; the farther it is from home the worse, and worst of all is the mother, the last checker
on the 24-point.
"""

from zaria.bots.heuristic.shots import risk
from zaria.bots.heuristic.table import CheckersByPoint, Counts, pips, race, rear

_MOTHER = 60.0


def evaluate(table: CheckersByPoint) -> float:
    """The evaluation for me when the other side is to roll."""
    my_checkers, their_checkers = table.my_checkers, table.their_checkers
    if not table.my_pins and not table.their_pins and rear(my_checkers) + rear(their_checkers) < 25:
        return race(their_checkers) - race(my_checkers)
    value = float(pips(their_checkers) - pips(my_checkers))
    value += 3.0 * (my_checkers[0] - their_checkers[0])
    value += sum(map(_pinned, table.their_pins)) - sum(map(_pinned, table.my_pins))
    value += _shape(my_checkers) - _shape(their_checkers)
    value -= _danger(my_checkers, their_checkers, table.my_pins, table.their_pins)
    value += 0.3 * _danger(their_checkers, my_checkers, table.their_pins, table.my_pins)
    return value


def _pinned(point: int) -> float:
    """The cost of a pin for the owner of the pinned checker."""
    return _MOTHER if point == 24 else 12.0 + 1.0 * point


def _shape(own_checkers: Counts) -> float:
    """Held points, above all where the other side comes in and goes home; stacks weigh nothing."""
    value = 0.0
    run = 0
    for point in range(1, 24):
        n = own_checkers[point]
        run = run + 1 if n >= 2 else 0
        if n >= 2:
            value += 3.0 if point > 6 else 2.0
        if run >= 3:
            value += 1.5 * (run - 2)
        if n > 4:
            value -= 0.7 * (n - 4)
    return value - 1.2 * max(0, own_checkers[24] - 2)


def _danger(
    own_checkers: Counts, other_checkers: Counts, pinned: tuple[int, ...], pinning: tuple[int, ...]
) -> float:
    """The other side's expected gain by pinning. A pinner's own checker is safe."""
    safe = {25 - point for point in pinning}
    return sum(
        risk(point, other_checkers) * _pinned(point)
        for point in range(1, 25)
        if own_checkers[point] == 1 and point not in pinned and point not in safe
    )
