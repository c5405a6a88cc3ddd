"""The boards of this package, for sources that run interpreted; `kind.pxd` tells the compiled ones.

* Kernel: the rules' kernel of these boards; NEAR, FAR: the bits of its steps (`zaria.games.draughts.board`);
* IS_WIDE: squares are bits of words of 128; IS_ORTHOGONAL: all squares are played on, along rows and columns;
* WORDS: words of 64 bits that hold the squares; SQUARES: at most so many are played on; SQUARE_BITS, PLACES:
  bits of the number of a square, and how many there are; FROM_TO: pairs of squares;
* BACKWARD: the number of directions in which no man of light goes back, from 0 on;
* TABLES, ROOM: tables of the evaluator on the largest board, and its weights.
"""

from zaria.games.draughts.kernel import DiagonalKernel as Kernel

IS_WIDE = IS_ORTHOGONAL = 0
NEAR, FAR = 5, 6
WORDS = 1
SQUARES = 50
SQUARE_BITS, PLACES, FROM_TO = 6, 64, 4096
BACKWARD = 2
TABLES = 8
ROOM = 104992

__all__ = [
    "BACKWARD",
    "FAR",
    "FROM_TO",
    "IS_ORTHOGONAL",
    "IS_WIDE",
    "NEAR",
    "PLACES",
    "ROOM",
    "SQUARES",
    "SQUARE_BITS",
    "TABLES",
    "WORDS",
    "Kernel",
    "bits_in",
]


def bits_in(squares: int) -> int:
    """Return how many squares."""
    return squares.bit_count()
