"""What a game is: the protocol every game of the house answers to, its results and its errors."""

from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

if TYPE_CHECKING:
    from zaria.games.tables.position import Position

Roll: TypeAlias = tuple[int, int]
"""Two dice, each 1 to 6, in any order."""

Option: TypeAlias = str | int | bool
"""The value of something a table may agree on."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended.

    `points` is the class of the win, before the cube. `kind` names it: "single", "mars" (a double win),
    "koks" (a triple win) or "home_mars" (long nardy: none borne off, but all gathered home).
    """

    winner: int
    points: int
    kind: str


class UnknownGame(LookupError):
    """No game has this identifier."""


class BadOptions(ValueError):
    """A game has no such option, or the option does not take this value."""


class BadPosition(ValueError):
    """A text is no position of this game."""


class BadRoll(ValueError):
    """Not a roll of two dice."""


class IllegalTurn(ValueError):
    """Steps that are not a complete legal turn of the roll."""


class Game(Protocol):
    """A game with its options fixed. Stateless: everything that changes is in its positions."""

    @property
    def id(self) -> str: ...

    @property
    def family(self) -> str:
        """Which kind of game: "tables"."""

    @property
    def title(self) -> str:
        """The English name."""

    def start(self, side: int = 0) -> "Position":
        """The starting position with `side` on roll."""


def checked_roll(roll: Roll) -> Roll:
    """The roll itself; raises `BadRoll` unless it is two dice of 1 to 6."""
    if len(roll) != 2 or not (_is_die(roll[0]) and _is_die(roll[1])):
        raise BadRoll(f"a roll is two dice of 1 to 6, not {roll!r}")
    return roll


def _is_die(number: object) -> bool:
    return isinstance(number, int) and 1 <= number <= 6
