"""A game of draughts: options fixed under a name."""

from dataclasses import dataclass, field

from zaria.games.draughts import fen
from zaria.games.draughts.board import board
from zaria.games.draughts.draws import Pieces
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.position import Position
from zaria.games.game import Choices, Option
from zaria.games.game import agreed as checked
from zaria.games.squares import FAMILY, WIN


@dataclass(frozen=True, slots=True)
class DraughtsGame:
    """One game of draughts; see `zaria.games.squares.SquaresGame`."""

    id: str
    title: str
    options: DraughtsOptions
    choices: Choices
    source: str
    coordinates: str
    family: str = FAMILY
    classes: tuple[tuple[int, str], ...] = ((1, WIN),)
    light_below: bool = True
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The rules as the kernel takes them."""
    names: dict[int, str] = field(init=False, repr=False, compare=False)
    """What the square with a bit is called."""

    def __post_init__(self) -> None:
        squares = board(self.options.size)
        named = (
            squares.letters if self.coordinates == "letters" else tuple(map(str, squares.numbers.values()))
        )
        object.__setattr__(self, "numbers", self.options.numbers)
        object.__setattr__(self, "names", dict(zip(squares.bits, named, strict=True)))

    @property
    def size(self) -> int:
        """Squares along an edge of the board."""
        return self.options.size

    @property
    def first(self) -> int:
        """The side that begins."""
        return self.options.first

    @property
    def mark(self) -> str:
        """What stands between the squares of a capture."""
        return ":" if self.coordinates == "letters" else "x"

    @property
    def rotation(self) -> tuple["DraughtsGame", ...]:
        """The games of a match: this one."""
        return (self,)

    def nth(self, number: int) -> "DraughtsGame":
        """The game played as game `number` of a match: this one."""
        return self

    def start(self) -> Position:
        """The starting position."""
        squares = board(self.options.size)
        dark, light = sum(squares.bits[: squares.men]), sum(squares.bits[-squares.men :])
        return Position(self, self.first, Pieces(light, 0, dark, 0))

    def parse(self, text: str) -> Position:
        """The position written in `text`, see `fen`; raises `BadPosition`."""
        read = fen.read(self.options, text)
        return Position(self, read.turn, read.pieces, read.plies, read.tally)

    def agreed(self, options: dict[str, Option]) -> dict[str, Option]:
        """All options a table may agree on, with these values; raises `BadOptions` for others."""
        return checked(self.id, self.choices, options)
