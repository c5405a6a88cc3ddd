"""The squares of a draughts board as bits, and their names.

Where all squares are played on they are the bits of a word row by row. Else the dark ones are.

The dark squares of ten rows, from dark's first row to light's first, lie in a word with a bit missing after
every second row:

    bit = 11 * (row // 2) + 5 * (row % 2) + number in the row

so that a step is a shift by 5 or 6 wherever it begins, and a step off the side lands on a missing bit. The
8x8 board is the part of eight rows with four squares each. Twelve rows lie in a wider word in the same way,
with 13 and 6 for 11 and 5.
"""

from functools import cache
from typing import NamedTuple

from zaria.games.board_games import DARK

LETTERS = "abcdefgh"
MOST_ROWS = 10
"""The rows of the largest board whose squares fit into a word of 64 bits."""


def bit(near: int, row: int, number: int) -> int:
    """The bit of a dark square: rows from dark's side, numbers in the row from the left of light."""
    return 1 << ((2 * near + 1) * (row // 2) + near * (row % 2) + number)


class Board(NamedTuple):
    """The squares of one size of board, numbered from 1, row by row from dark's side."""

    size: int
    wide: int
    """Squares of a row that are played on."""
    bits: tuple[int, ...]
    """The bit of square n at n - 1."""
    numbers: dict[int, int]
    """The number of the square with a bit."""

    @property
    def squares(self) -> int:
        """Return how many squares are played on."""
        return len(self.bits)

    @property
    def whole(self) -> int:
        """All squares."""
        return sum(self.bits)

    def rows(self, first: int, count: int) -> int:
        """The squares of `count` rows from the `first`."""
        return sum(self.bits[first * self.wide : (first + count) * self.wide])

    def last_row(self, side: int) -> int:
        """Return where men of the side are crowned."""
        return self.rows(self.size - 1 if side else 0, 1)

    def column(self, number: int) -> int:
        """The column of a square, 0 at light's left."""
        row, place = divmod(number - 1, self.wide)
        return place if self.wide == self.size else 2 * place + 1 - row % 2

    def diagram(self, men: tuple[str, int], *more: tuple[str, int]) -> str:
        """The whole board, a character a square: each pair is a piece and where it stands."""
        shown = {self.numbers[square]: piece for piece, where in (men, *more) for square in each(where)}
        rows = []
        for row in range(self.size):
            line = ["."] * self.size
            for number in range(row * self.wide + 1, (row + 1) * self.wide + 1):
                line[self.column(number)] = shown.get(number, ".")
            rows.append("".join(line))
        return "/".join(rows)


def each(squares: int) -> list[int]:
    """The bits of several squares one by one, from dark's side on."""
    bits = []
    while squares:
        lowest = squares & -squares
        bits.append(lowest)
        squares ^= lowest
    return bits


class Naming(NamedTuple):
    """The names that a game has for the squares of its board, in the order of `Board.bits`."""

    numbers: tuple[int, ...]
    letters: tuple[str, ...]
    """File and rank; none on boards that have no letters."""


@cache
def board(size: int, *, in_wide_words: bool = False) -> Board:
    """The board of 8, 10 or 12 squares an edge, the last of which fits only into the wider words."""
    wide = size // 2
    near = 6 if in_wide_words else 5
    bits = tuple(bit(near, row, number) for row in range(size) for number in range(wide))
    numbers = {square: n for n, square in enumerate(bits, start=1)}
    return Board(size, wide, bits, numbers)


@cache
def whole_board() -> Board:
    """The board of 8 squares an edge that are all played on."""
    bits = tuple(1 << n for n in range(64))
    return Board(8, 8, bits, {square: n for n, square in enumerate(bits, start=1)})


def naming(squares: Board, *, mirror: bool, numbered_from: int) -> Naming:
    """The names of squares where the board is seen in a mirror or not, numbered from a side's right hand."""
    size, wide = squares.size, squares.wide
    numbers, letters = [], []
    for n in range(1, squares.squares + 1):
        row, place = divmod(n - 1, wide)
        column = size - 1 - squares.column(n) if mirror else squares.column(n)
        if size == len(LETTERS):
            letters.append(f"{LETTERS[column]}{size - row}")
        rows_before = row if numbered_from == DARK else size - 1 - row
        from_right = place if mirror != (numbered_from == DARK) else wide - 1 - place
        numbers.append(rows_before * wide + from_right + 1)
    return Naming(tuple(numbers), tuple(letters))


MAIN_ROAD = sum(
    square for square, n in board(8).numbers.items() if board(8).column(n) == board(8).size - 1 - (n - 1) // 4
)
"""The long diagonal a1-h8 of the 8x8 board."""
