"""Detects that this process stood still: a frozen machine, a stopped process, a blocked event loop.

Nobody could act meanwhile, and clocks ran on. The first command or deadline afterwards calls `feel` before it
is judged, so that the time can be given back first.
"""

import asyncio
from collections.abc import Callable
from time import monotonic

EVERY_S = 0.5
STILL_S = 3.0
"""Seconds between beats, and the silence that counts as a stall."""


class StallDetector:
    """A heartbeat on the event loop on which it was created."""

    def __init__(self, stood: Callable[[int], None]) -> None:
        """`stood` receives the duration of each stall in ms."""
        self._stood = stood
        self._loop = asyncio.get_running_loop()
        self._last = monotonic()
        self._timer = self._loop.call_later(EVERY_S, self._beat)

    def feel(self) -> None:
        """Call `stood` if the last beat is too long ago; cheap otherwise."""
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
