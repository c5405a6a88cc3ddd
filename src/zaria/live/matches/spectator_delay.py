"""Delayed tables: spectators see every move after the next one is made."""

from zaria.match import events as ev

_MOVES = ("played", "moved")
_OPEN = ("opened", "seated", "game", "restarted", "ended", "closed", "cancelled")
"""Events after which no secret is left that could help a player."""


class SpectatorDelay:
    """Numbers of events: `shown` is the last that spectators may see.

    A roll is shown together with its move: a spectator who sees it earlier could help with the move.
    """

    __slots__ = ("_move", "n", "shown")

    def __init__(self) -> None:
        """Start before the first event."""
        self.n = -1
        self.shown = -1
        self._move = -1

    def copy(self) -> "SpectatorDelay":
        """A copy of the present state."""
        delay = SpectatorDelay()
        delay.n, delay.shown, delay._move = self.n, self.shown, self._move
        return delay

    def add(self, kind: str) -> None:
        """Count an event of this kind (its tag)."""
        self.n += 1
        if kind in _OPEN:
            self.shown = self._move = self.n
        elif kind in _MOVES:
            self.shown, self._move = self._move, self.n

    def happened(self, event: ev.Event) -> None:
        """Count an event."""
        self.add(str(type(event).__struct_config__.tag))
