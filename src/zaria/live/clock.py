"""The server's time."""

import time
from collections.abc import Callable

Now = Callable[[], int]
"""Says what time it is, in ms since the epoch; never less than before."""


def steady(since: int = 0) -> Now:
    """A clock that is set by the wall once and then never jumps, however the wall's is corrected.

    It begins at `since` (ms since the epoch) if the wall's is behind that.
    """
    offset = max(time.time_ns(), since * 1_000_000) - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000
