"""The events that one command causes, while they are being made."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.match import Match


class Draft:
    """A list of events that grows, the match after them, the moment and the dice.

    Events are applied only when the match is asked for, and then once: after storing them the host continues
    with `steps`.
    """

    __slots__ = ("_after", "_ahead", "_evolve", "_lag", "before", "dice", "events", "now")

    def __init__(
        self, match: Match, now: int, dice: Dice, evolve: Callable[[Match, ev.Event], Match], lag: int = 0
    ) -> None:
        """Begin with no event on `match`; the first act is forgiven `lag` ms."""
        self.before = match
        self.events: list[ev.Event] = []
        self.now = now
        self.dice = dice
        self._evolve = evolve
        self._lag = lag
        self._ahead: ev.Ahead = ""
        self._after: list[Match] = []

    @property
    def match(self) -> Match:
        """The match after all events so far."""
        after = self._after
        match = after[-1] if after else self.before
        while len(after) < len(self.events):
            match = self._evolve(match, self.events[len(after)])
            after.append(match)
        return match

    def steps(self) -> Iterator[tuple[ev.Event, Match]]:
        """All events so far, each with the match after it."""
        assert self.match is not None  # all are applied
        return zip(self.events, self._after, strict=True)

    def begin_act(self, ahead: ev.Ahead) -> None:
        """The next act was not given now."""
        self._ahead = ahead

    def add(self, event: ev.Event) -> None:
        """Let `event` happen."""
        if self._lag and isinstance(event, ev.Act):
            event = replace(event, lag=self._lag)
            self._lag = 0
        if self._ahead and isinstance(event, ev.Act):
            event = replace(event, ahead=self._ahead)
            self._ahead = ""
        self.events.append(event)
