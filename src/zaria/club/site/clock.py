"""The clock of live play, for the site: moments of seats, lines and tables are compared with it alone.

The system clock may be set back or forward at any time; this clock never jumps (`zaria.live.clock`).
"""

from zaria.live.clock import Now, steady

_clocks = [steady()]


def play_ms() -> int:
    """The time of live play, in ms since the epoch."""
    return _clocks[-1]()


def follow(now: Now) -> None:
    """Use the clock of this process's live play from now on."""
    _clocks[:] = [now]
