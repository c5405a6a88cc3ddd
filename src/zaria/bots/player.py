"""The protocols of players."""

from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.match.match import Match

T = TypeVar("T", covariant=True)

Effort = Literal["quick", "short", "long"]
"""The time that a program needs for a move: a few milliseconds, some tens of them, or up to a second."""


class ThinkRequest(NamedTuple):
    """The context of a question to a program.

    * seed: the source of its lapses: the same question with the same seed has the same answer;
    * seconds: the limit of time, or None for its usual one;
    * match: the match with the score and the cube; None: points without a cube.
    """

    seed: int = 0
    seconds: float | None = None
    match: Match | None = None


class Thought(NamedTuple, Generic[T]):
    """A choice and its difficulty: 0 without alternatives, 1 with many."""

    choice: T
    doubt: float = 0.0


class Bot(Protocol):
    """A program that plays with dice. It has the knowledge of a person at the table: never the dice to come.

    Calls are pure computation, safe from several threads at once and free of waiting; a position or
    match is never changed. `side` is always the bot's own.
    """

    @property
    def id(self) -> str:
        """The lasting name, as in `Player.bot`."""

    @property
    def name(self) -> str:
        """The name shown at the table."""

    def think(self, position: Position, request: ThinkRequest) -> Thought[Turn]:
        """One of the legal turns `position.turns()` of the stage to be played, which are not empty."""

    def doubles(self, match: Match, side: int) -> bool:
        """Return whether to double now, where the rules allow it."""

    def takes(self, match: Match, side: int) -> bool:
        """Return whether to take what is on offer: a double, a beaver or a raccoon."""

    def beavers(self, match: Match, side: int) -> bool:
        """Return whether to beaver a double, or to raccoon a beaver, where the rules allow it."""

    def accepts_resignation(self, match: Match, side: int, points: int) -> bool:
        """Return whether `points` (before the cube) are enough to end the game."""


class SquaresBot(Protocol):
    """A program that plays board games, under the same conditions as a `Bot`."""

    @property
    def id(self) -> str:
        """The lasting name, as in `Player.bot`."""

    @property
    def name(self) -> str:
        """The name shown at the table."""

    def think(self, position: BoardPosition, request: ThinkRequest) -> Thought[str]:
        """A legal move (`BoardMove.move`); thinking takes a second at most."""

    def accepts_draw(self, position: BoardPosition, side: int, request: ThinkRequest) -> bool:
        """Return whether `side`, to move or not, accepts the draw it is offered."""
