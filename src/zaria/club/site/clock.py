"""The two clocks of the site, and the lengths of time that its rooms count in.

`now_ms` reads the system clock, for stored moments that people see; it may be set back or forward
at any time. Moments of seats, lines and tables are compared by `play_ms`, the clock of live play, which never
jumps (`zaria.live.clock`).
"""

import time

from zaria.live.clock import Now, steady

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

_clocks = [steady()]


def now_ms() -> int:
    """The time of the system clock, in ms since the epoch."""
    return time.time_ns() // 1_000_000


def play_ms() -> int:
    """The time of live play, in ms since the epoch."""
    return _clocks[-1]()


def follow(now: Now) -> None:
    """Use the clock of this process's live play from now on."""
    _clocks[:] = [now]
