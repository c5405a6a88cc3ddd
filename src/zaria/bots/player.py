"""What a program that plays must answer."""

from typing import Protocol

from zaria.games.game import Roll
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn
from zaria.match.match import Match


class Bot(Protocol):
    """A player made of code: it knows what a person at the table knows, never the dice to come.

    Calls are pure computation, safe from several threads at once and free of waiting; a position or
    match is never changed. `side` is always the bot's own.
    """

    @property
    def id(self) -> str:
        """The lasting name, as in `Player.bot`."""

    @property
    def name(self) -> str:
        """The name shown at the table."""

    def turn(self, position: Position, roll: Roll) -> Turn:
        """One of the legal turns of `position.turns(roll)`, which is not empty."""

    def doubles(self, match: Match, side: int) -> bool:
        """Whether to double now, where the rules allow it."""

    def takes(self, match: Match, side: int) -> bool:
        """Whether to take the double that is on offer."""

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Whether `points` (before the cube) are enough to end the game."""
