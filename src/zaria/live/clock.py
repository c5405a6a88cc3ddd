"""The server's time."""

import time
from collections.abc import Callable

Now = Callable[[], int]
"""Returns the time in ms since the epoch; never less than before."""


def steady(since: int = 0) -> Now:
    """A clock that reads the system clock once and then never jumps, however that is corrected.

    It begins at `since` (ms since the epoch) if the system clock is behind that.
    """
    offset = max(time.time_ns(), since * 1_000_000) - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000
