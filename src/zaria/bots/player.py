"""What a program that plays must answer."""

from typing import Protocol

from zaria.games.game import Position
from zaria.games.squares import SquaresPosition
from zaria.games.turn import Turn
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

    def turn(self, position: Position) -> Turn:
        """One of the legal turns `position.turns()` of the stage to be played, which are not empty."""

    def doubles(self, match: Match, side: int) -> bool:
        """Whether to double now, where the rules allow it."""

    def takes(self, match: Match, side: int) -> bool:
        """Whether to take what is on offer: a double, a beaver or a raccoon."""

    def beavers(self, match: Match, side: int) -> bool:
        """Whether to answer a double with a beaver (a beaver with a raccoon), where the rules allow it."""

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Whether `points` (before the cube) are enough to end the game."""


class SquaresBot(Protocol):
    """A player made of code for games on squares. What is said of `Bot` holds here, too."""

    @property
    def id(self) -> str:
        """The lasting name, as in `Player.bot`."""

    @property
    def name(self) -> str:
        """The name shown at the table."""

    def move(self, position: SquaresPosition) -> str:
        """One of the legal moves `position.ways()` (`Way.move`); thinking takes a second at most."""

    def accepts_draw(self, position: SquaresPosition, side: int) -> bool:
        """Whether `side`, to move or not, accepts the draw it is offered."""
