"""What a process counts while it works: plain numbers, so that counting costs the work next to nothing.

`metrics` turns them into what an operator's tools read, when they ask.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

STORE_MS = (1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 5000)
"""Bounds (ms) by which the time from an append to its commit is counted."""
LATE_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
"""Bounds (ms) by which the lateness of the event loop is counted."""


class Histogram:
    """How many values fell between one bound and the next, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        """`bounds`, each included in its part, ascend; what is above the last is counted too."""
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count one."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class Counts:
    """What the sockets of a process count.

    `commands` came in, of which `acks` were stored; `resumed` matches were taken up again by clients that
    had seen part of them. `refused` by the code a client was told, `closed` sockets by the reason for which
    we closed them, and `turned_away` those who were not let in, by the reason.
    """

    __slots__ = ("acks", "closed", "commands", "refused", "resumed", "turned_away")

    def __init__(self) -> None:
        """Nothing yet."""
        self.commands = 0
        self.acks = 0
        self.resumed = 0
        self.refused: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        self.turned_away: Counter[str] = Counter()
