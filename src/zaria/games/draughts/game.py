"""A game of draughts: options fixed under a name."""

from dataclasses import dataclass, field

from zaria.games.board_games import Alike
from zaria.games.draughts import fen
from zaria.games.draughts.board import board
from zaria.games.draughts.draws import Pieces
from zaria.games.draughts.options import DraughtsOptions
from zaria.games.draughts.position import Position
from zaria.games.protocols import Choices


@dataclass(frozen=True, slots=True)
class DraughtsGame(Alike):
    """One game of draughts; see `zaria.games.board_games.BoardGame`."""

    id: str
    title: str
    options: DraughtsOptions
    choices: Choices
    source: str
    coordinates: str
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The rules as the kernel takes them."""
    names: dict[int, str] = field(init=False, repr=False, compare=False)
    """The name of the square with a bit."""

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
        """The mark between the squares of a capture."""
        return ":" if self.coordinates == "letters" else "x"

    def start(self) -> Position:
        """The starting position."""
        squares = board(self.options.size)
        dark, light = sum(squares.bits[: squares.men]), sum(squares.bits[-squares.men :])
        return Position(self, self.first, Pieces(light, 0, dark, 0))

    def parse(self, text: str) -> Position:
        """The position written in `text`, see `fen`; raises `InvalidPositionError`."""
        read = fen.read(self.options, text)
        return Position(self, read.turn, read.pieces, read.plies, read.tally)
