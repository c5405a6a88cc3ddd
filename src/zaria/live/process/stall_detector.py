"""Notices that this process stood still: a frozen machine, a stopped process, a blocked event loop.

Nobody could act meanwhile, and clocks ran on. What comes first afterwards, a command or a deadline, asks
before it is judged, so that the time can be given back first.
"""

import asyncio
from collections.abc import Callable
from time import monotonic

EVERY_S = 0.5
STILL_S = 3.0
"""How often it beats, and after how long a silence it says so."""


class StallDetector:
    """A heart that beats on the event loop on which it was made."""

    def __init__(self, stood: Callable[[int], None]) -> None:
        """`stood` is told for how long (ms) nothing moved."""
        self._stood = stood
        self._loop = asyncio.get_running_loop()
        self._last = monotonic()
        self._timer = self._loop.call_later(EVERY_S, self._beat)

    def feel(self) -> None:
        """Tell `stood` if there was no beat for too long; costs next to nothing otherwise."""
        now = monotonic()
        still = now - self._last
        if still > STILL_S:
            self._last = now
            self._stood(int(1000 * (still - EVERY_S)))

    def close(self) -> None:
        """Stop beating."""
        self._timer.cancel()

    def _beat(self) -> None:
        self.feel()
        self._last = monotonic()
        self._timer = self._loop.call_later(EVERY_S, self._beat)
