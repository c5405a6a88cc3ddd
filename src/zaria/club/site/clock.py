"""The two clocks of the site, and the lengths of time that its rooms count in.

`now_ms` and `now` read the system clock, for stored moments that people see; it may be set back or forward
at any time. A process that makes a past of its own, such as a demo, uses another clock (`use`).
Moments of seats, lines and tables are compared by `play_ms`, the clock of live play, which never
jumps (`zaria.live.clock`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from zaria.live.clock import Now, steady

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


def _system_ms() -> int:
    return time.time_ns() // 1_000_000


_wall_clocks: list[Now] = [_system_ms]
_clocks = [steady()]


def now_ms() -> int:
    """The time of the system clock, in ms since the epoch."""
    return _wall_clocks[-1]()


def now() -> datetime:
    """The time of the system clock, in UTC."""
    return datetime.fromtimestamp(now_ms() / 1000, UTC)


@contextmanager
def use(clock: Now) -> Iterator[None]:
    """Let `now_ms` and `now` read this clock instead of the system's, within the block."""
    _wall_clocks.append(clock)
    try:
        yield
    finally:
        _wall_clocks.remove(clock)


def play_ms() -> int:
    """The time of live play, in ms since the epoch."""
    return _clocks[-1]()


def follow(now: Now) -> None:
    """Use the clock of this process's live play from now on."""
    _clocks[:] = [now]
