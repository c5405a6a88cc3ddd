"""The chance that a lone checker is reached (opposed directions)."""

from zaria.bots.heuristic.table import Counts

# Rolls of 36 that reach each distance along an open way.
_REACH = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)


def risk(point: int, other_checkers: Counts) -> float:
    """The chance that one of `other_checkers` reaches my `point` with the next roll."""
    safe = 1.0
    target = 25 - point
    for distance in range(1, 26 - target):
        if other_checkers[target + distance]:
            safe *= 1 - _REACH[distance] / 36
    return 1 - safe
