"""The site's knowledge about matches by the day: when clocks stood, and what players have agreed to."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

from zaria.match.ahead import NOTHING, BothAgreed

Ids = tuple[str | None, str | None]


class Standstill(NamedTuple):
    """A time (ms) in which the clock of a player stands: on vacation, or while the club is closed."""

    begin: int
    end: int
    why: Literal["vacation", "closed"]


class DayContext(NamedTuple):
    """The needs of a command in a match by the day besides its events.

    `standstills` are those of the running side since its clock began, until now, the earliest first.
    """

    standstills: Sequence[Standstill] = ()
    agreed: BothAgreed = (NOTHING, NOTHING)


class DayQuestion(NamedTuple):
    """A match by the day that is about to change.

    `player` is to act since a moment (ms); `vacation`: their clock stands in it.
    """

    match_id: str
    players: Ids
    player: str | None
    since: int
    vacation: bool


class DayPolicy(Protocol):
    """Asked before each command of a match by the day."""

    async def context(self, question: DayQuestion, now: int) -> DayContext:
        """Return what holds for a command at `now` (ms). Raises `StoreUnavailableError`."""


class NoStandstills:
    """Clocks always run, and nobody has agreed to anything."""

    async def context(self, question: DayQuestion, now: int) -> DayContext:
        """Return an empty context."""
        return DayContext()
