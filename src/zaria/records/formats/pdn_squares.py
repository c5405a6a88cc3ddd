"""The squares of a draughts board as PDN names them.

PDN numbers squares from a corner that `GameType` tells. In most games that is the corner of the club's own
numbers; in Thai draughts the numbers run the other way.
"""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from zaria.games.board_games import LETTERED, BoardPosition
from zaria.games.draughts.board import LETTERS, Board, Naming, naming
from zaria.games.draughts.rules import DraughtsRules


class PdnPlace(NamedTuple):
    """A square by column and row, from 0, rows from dark's side. A board in a mirror is turned back."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class PdnSquares:
    """The squares of one game, by its own names and by those in PDN."""

    board: Board
    own_names: dict[str, PdnPlace]
    naming: Naming
    """The names in PDN."""
    lettered: bool
    straight: bool
    """Captures go along rows and columns, too."""
    mirror: bool
    capture_mark: str

    def place(self, name: str) -> PdnPlace:
        """The square that the game names so."""
        return self.own_names[name]

    def read(self, name: str) -> PdnPlace:
        """The square that PDN names so, in letters or as a number; raises `ValueError`."""
        names = self.naming.letters if name[0].isalpha() else tuple(map(str, self.naming.numbers))
        if name not in names:
            raise ValueError("not a move")
        return _place(self.board, names.index(name) + 1)

    def written(self, place: PdnPlace) -> str:
        """The name of a square in PDN."""
        index = place.y * self.board.wide + place.x * self.board.wide // self.board.size
        return self.naming.letters[index] if self.lettered else str(self.naming.numbers[index])

    def column(self, letter: str) -> int:
        """The column of a letter."""
        column = LETTERS.index(letter)
        return self.board.size - 1 - column if self.mirror else column

    def heading(self, src: PdnPlace, dst: PdnPlace) -> tuple[int, int]:
        """The step on the line from one square to another, (0, 0) where there is none."""
        right, down = dst.x - src.x, dst.y - src.y
        if right and abs(right) == abs(down):
            return right // abs(right), down // abs(down)
        if not self.straight or (right and down) or right == down:
            return 0, 0
        step = self.board.size // self.board.wide
        distance = abs(right + down)
        return right * step // distance, down * step // distance


def _place(squares: Board, number: int) -> PdnPlace:
    return PdnPlace(squares.column(number), (number - 1) // squares.wide)


def squares_of(position: BoardPosition) -> PdnSquares:
    """The squares of the game of a position."""
    game = position.game
    assert isinstance(game, DraughtsRules)
    return _squares_of(game)


@cache
def _squares_of(game: DraughtsRules) -> PdnSquares:
    options, squares = game.options, game.options.squares
    numbered_from = options.first if game.game_type.split(",")[4] == "N1" else 1 - options.first
    return PdnSquares(
        squares,
        {name: _place(squares, squares.numbers[bit]) for bit, name in game.names.items()},
        naming(squares, mirror=options.mirror, numbered_from=numbered_from),
        game.coordinates in LETTERED,
        options.orthogonal or options.capture_lines == "eight",
        options.mirror,
        "-" if game.mark == "-" else "x",
    )
