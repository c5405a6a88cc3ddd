"""What a process counts while it works: plain numbers, so that counting costs the work next to nothing.

`metrics` turns them into what an operator's tools read, when they ask.
"""

import logging
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

log = logging.getLogger(__name__)

STORE_MS = (1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 5000)
"""Bounds (ms) by which the time from an append to its commit is counted."""
LATE_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
"""Bounds (ms) by which the lateness of the event loop is counted."""
QUIET_S = 60.0
"""Seconds in which the same offence of the same address is written down once: offenders fill no disk."""
_MOST_NOTES = 1000


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


class Offences(Counter[str]):
    """How often each was committed; written down too, but not time and again for the same address."""

    def __init__(self) -> None:
        """None yet."""
        super().__init__()
        self._noted: dict[tuple[str, str], float] = {}

    def by(self, address: str, what: str) -> None:
        """Somebody at `address` did it."""
        self[what] += 1
        now, key = time.monotonic(), (what, address)
        if now < self._noted.get(key, 0.0):
            return
        if len(self._noted) >= _MOST_NOTES:
            self._noted.clear()
        self._noted[key] = now + QUIET_S
        log.warning("%s: %s; not written down again for a minute", address, what)


class Counts:
    """What the sockets of a process count.

    `commands` came in, of which `acks` were stored; `resumed` matches were taken up again by clients that
    had seen part of them. `refused` by the code a client was told, `closed` sockets by the reason for which
    we closed them, and `turned_away` those who were not let in, by the reason. `answering` is how many
    requests over HTTP are being answered now.
    """

    __slots__ = ("acks", "answering", "closed", "commands", "refused", "resumed", "turned_away")

    def __init__(self) -> None:
        """Nothing yet."""
        self.answering = 0
        self.commands = 0
        self.acks = 0
        self.resumed = 0
        self.refused: Counter[str] = Counter()
        self.closed = Offences()
        self.turned_away = Offences()
