"""Deadlines of any number of matches behind one timer: a heap with lazy deletion.

Setting or clearing a deadline never searches the heap: a replaced entry stays in it and is skipped when its
turn comes, or removed when replaced entries outnumber the valid ones.
"""

import asyncio
import heapq
import logging
from collections.abc import Callable

from zaria.live.clock import Now

log = logging.getLogger(__name__)

FEW = 64
"""The number of replaced entries below which they are not removed."""


class Deadlines:
    """Calls `fire(key)` on the event loop once the key's deadline has passed."""

    def __init__(self, now: Now, fire: Callable[[str], None]) -> None:
        """Create it on the event loop that will run the timer."""
        self._now = now
        self._fire = fire
        self._loop = asyncio.get_running_loop()
        self._heap: list[tuple[int, str]] = []
        self._due: dict[str, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0

    def set(self, key: str, at: int | None) -> None:
        """Set or replace the deadline of `key` (ms since the epoch); None removes it."""
        if at is None:
            self._due.pop(key, None)
        elif self._due.get(key) != at:
            self._due[key] = at
            if len(self._heap) >= 2 * len(self._due) + FEW:
                self._sweep()
            else:
                heapq.heappush(self._heap, (at, key))
            self._arm()

    def close(self) -> None:
        """Forget everything."""
        self._heap.clear()
        self._due.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def __len__(self) -> int:
        return len(self._due)

    def size(self) -> int:
        """The number of entries in memory, replaced ones included."""
        return len(self._heap)

    def _sweep(self) -> None:
        self._heap = [(at, key) for key, at in self._due.items()]
        heapq.heapify(self._heap)

    def _arm(self) -> None:
        """Set the timer to the earliest valid deadline."""
        heap = self._heap
        while heap and self._due.get(heap[0][1]) != heap[0][0]:
            heapq.heappop(heap)
        if not heap:
            return
        at = heap[0][0]
        if self._timer is not None:
            if self._timer_at <= at:
                return  # the timer fires early at worst, and is then set again
            self._timer.cancel()
        self._timer_at = at
        self._timer = self._loop.call_later(max(0, at - self._now()) / 1000, self._ring)

    def _ring(self) -> None:
        self._timer = None
        now = self._now()
        while self._heap and self._heap[0][0] <= now:
            at, key = heapq.heappop(self._heap)
            if self._due.get(key) == at:
                del self._due[key]
                try:
                    self._fire(key)
                except Exception:  # the others are due all the same
                    log.exception("%s: its deadline handler failed", key)
        self._arm()
