"""Tables whose onlookers see every move when the next one is made: how much of a match they may see."""

from zaria.match import events as ev

_MOVES = ("played", "moved")
_OPEN = ("opened", "seated", "game", "restarted", "ended", "closed", "cancelled")
"""Events after which nothing is left that a player could be told."""


class SpectatorDelay:
    """Numbers of events: `shown` is the last that onlookers may see.

    A roll is seen with the move that it led to: whoever sees it could help with that.
    """

    __slots__ = ("_move", "n", "shown")

    def __init__(self) -> None:
        """Before the first event."""
        self.n = -1
        self.shown = -1
        self._move = -1

    def copy(self) -> "SpectatorDelay":
        """The same as of now."""
        made = SpectatorDelay()
        made.n, made.shown, made._move = self.n, self.shown, self._move
        return made

    def add(self, kind: str) -> None:
        """The next event happened, of this kind (its tag)."""
        self.n += 1
        if kind in _OPEN:
            self.shown = self._move = self.n
        elif kind in _MOVES:
            self.shown, self._move = self._move, self.n

    def happened(self, event: ev.Event) -> None:
        """The next event happened."""
        self.add(str(type(event).__struct_config__.tag))
