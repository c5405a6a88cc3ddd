"""Counters of a process: plain numbers, so that counting costs next to nothing.

`metrics` turns them into the format of monitoring tools on request.
"""

import logging
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

log = logging.getLogger(__name__)

STORE_MS = (1, 2, 5, 10, 20, 30, 50, 100, 200, 500, 1000, 5000)
"""Bounds (ms) of the histogram of times from append to commit."""
LATE_MS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)
"""Bounds (ms) of the histogram of the event loop's lateness."""
QUIET_S = 60.0
"""Seconds in which repeated offences of one address are logged once, so that they cannot fill the disk."""
_MOST_NOTES = 1000


class Histogram:
    """The numbers of values between the bounds, and their sum."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        """`bounds` ascend, each included in its part; values above the last are counted too."""
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value


class JournalCounts:
    """The counters of a journal: appends that were committed or refused, and the batches in which they were.

    `batches` has the ms from the start of each batch to its commit.
    """

    __slots__ = ("appends", "batches")

    def __init__(self) -> None:
        """Start with zeros."""
        self.appends = 0
        self.batches = Histogram(STORE_MS)

    def add_batch(self, appends: int, seconds: float) -> None:
        """Count a batch of so many appends, which took `seconds`."""
        self.appends += appends
        self.batches.add(seconds * 1000)


class Offences(Counter[str]):
    """Counters of offences, logged at most once a minute for an address."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__()
        self._noted: dict[tuple[str, str], float] = {}

    def by(self, address: str, offence: str) -> None:
        """Count an offence of an address."""
        self[offence] += 1
        now, key = time.monotonic(), (offence, address)
        if now < self._noted.get(key, 0.0):
            return
        if len(self._noted) >= _MOST_NOTES:
            self._noted.clear()
        self._noted[key] = now + QUIET_S
        log.warning("%s: %s; not logged again for a minute", address, offence)


class Counts:
    """The counters of the sockets of a process.

    `commands` came in, of which `acks` were stored; `resumed` matches were continued by clients that had seen
    part of them. `refused` counts refusals by code, `closed` sockets that we closed by reason, and
    `turned_away` rejected connections by reason. `answering` is the number of HTTP requests in progress.
    """

    __slots__ = ("acks", "answering", "closed", "commands", "refused", "resumed", "turned_away")

    def __init__(self) -> None:
        """Start with zeros."""
        self.answering = 0
        self.commands = 0
        self.acks = 0
        self.resumed = 0
        self.refused: Counter[str] = Counter()
        self.closed = Offences()
        self.turned_away = Offences()
