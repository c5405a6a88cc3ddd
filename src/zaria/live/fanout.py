"""Sends the same message to many receivers in slices, one in each turn of the event loop."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

log = logging.getLogger(__name__)

SIZE = 100
"""Receivers in one slice."""

Deliver = Callable[[Any], None]


class Fanout:
    """Pending deliveries, in order; one slice in each turn of the event loop."""

    def __init__(self, size: int = SIZE) -> None:
        """Start empty."""
        self._size = size
        self._jobs: deque[tuple[Sequence[Any], Deliver]] = deque()
        self._at = 0
        self._turning = False

    def __len__(self) -> int:
        """The number of pending deliveries."""
        return len(self._jobs)

    def send(self, receivers: Sequence[Any], deliver: Deliver) -> None:
        """Call `deliver` for each of `receivers`; the sequence is read later and must not change."""
        self._jobs.append((receivers, deliver))
        if not self._turning:
            self._turning = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        remaining = self._size
        while remaining > 0 and self._jobs:
            receivers, deliver = self._jobs[0]
            some = receivers[self._at : self._at + remaining]
            self._at += len(some)
            remaining -= max(1, len(some))
            for receiver in some:
                _try(deliver, receiver)
            if self._at >= len(receivers):
                self._jobs.popleft()
                self._at = 0
        self._turning = bool(self._jobs)
        if self._turning:
            asyncio.get_running_loop().call_soon(self._turn)


def _try(deliver: Deliver, receiver: Any) -> None:
    """Deliver; a failure must not affect the other receivers."""
    try:
        deliver(receiver)
    except Exception:
        log.exception("cannot send to %r", receiver)
