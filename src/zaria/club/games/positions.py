"""Positions that pictures show, and what a picture of one consists of."""

from typing import NamedTuple

from django.utils.safestring import SafeString

Pair = tuple[tuple[int, ...], tuple[int, ...]]


class TablesPosition(NamedTuple):
    """The checkers on the board; pairs are (side 0, side 1), points in each side's own numbers.

    `checkers` has 26 numbers a side, 0 borne off, 25 on the bar; `pins` the points where a side is pinned.
    `near` sits below. `halves`: each side has its own half; `parallel`: both go round the same way. `cube` is
    its value and owner, None where there is none or it shows 1.
    """

    checkers: Pair
    pins: Pair
    dice: tuple[int, ...]
    turn: int
    near: int = 0
    halves: bool = False
    parallel: bool = False
    mirrored: bool = False
    cube: tuple[int, int | None] | None = None


class SquaresPosition(NamedTuple):
    """The pieces on the board: a character a square and `/` between rows, as `BoardPosition.board` has it.

    `turned`: the last row is above.
    """

    game: str
    rows: str
    turned: bool = False


class SvgShape(NamedTuple):
    """A shape on a board, as SVG around its middle; `reach` is the least distance that it stays within."""

    x: float
    y: float
    reach: float
    shape: SafeString


class Drawing(NamedTuple):
    """A board and its parts, each on those before it.

    The lengths of parts are in units of `width` and `height`. The classes of all shapes are those of the
    small boards' style sheet, and `shapes` is what they refer to.
    """

    width: float
    height: float
    shapes: SafeString
    board: SafeString
    parts: tuple[SvgShape, ...]
