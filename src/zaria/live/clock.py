"""The server's time."""

import time
from collections.abc import Callable

Now = Callable[[], int]
"""Says what time it is, in ms since the epoch; never less than before."""


def steady() -> Now:
    """A clock that is set by the wall once and then never jumps, however the wall's is corrected."""
    offset = time.time_ns() - time.monotonic_ns()
    return lambda: (time.monotonic_ns() + offset) // 1_000_000
