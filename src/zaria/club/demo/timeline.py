"""The clock of a demo: it is behind the wall's clock while the past is made, and follows it afterwards."""

from zaria.live.clock import steady


class Timeline:
    """A clock that never goes back (`zaria.live.clock.Now`); it may be moved forward up to the present."""

    def __init__(self, behind_ms: int = 0) -> None:
        """Begin so many ms in the past."""
        self._present = steady()
        self._behind_ms = behind_ms

    def __call__(self) -> int:
        return self._present() - self._behind_ms

    @property
    def behind_ms(self) -> int:
        """The time (ms) that is left to the present."""
        return self._behind_ms

    def advance(self, ms: int) -> None:
        """Move forward, at most to the present."""
        self._behind_ms = max(0, self._behind_ms - ms)

    def go_to(self, ago_ms: int) -> None:
        """Move forward to so many ms before the present; nothing happens if that is over."""
        self._behind_ms = min(self._behind_ms, ago_ms)

    def catch_up(self) -> None:
        """Move to the present."""
        self._behind_ms = 0
