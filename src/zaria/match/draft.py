"""The events that one command causes, while they are being made."""

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.match.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.match import Match


class Draft:
    """A list of events that grows, the match after them, the moment and the dice.

    Events are applied only when the match is asked for: most commands cause one event, and whoever
    stores it applies it anyway.
    """

    def __init__(self, match: Match, now: int, dice: Dice, lag: int = 0) -> None:
        """Begin with no event on `match`; the first act is forgiven `lag` ms."""
        self.events: list[ev.Event] = []
        self.now = now
        self.dice = dice
        self._lag = lag
        self._match = match
        self._applied = 0

    @property
    def match(self) -> Match:
        """The match after all events so far."""
        while self._applied < len(self.events):
            self._match = evolve(self._match, self.events[self._applied])
            self._applied += 1
        return self._match

    def add(self, event: ev.Event) -> None:
        """Let `event` happen."""
        if self._lag and isinstance(event, ev.Act):
            event = replace(event, lag=self._lag)
            self._lag = 0
        self.events.append(event)
