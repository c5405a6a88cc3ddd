"""The boards of this package, for sources that run interpreted; see `search.interpreted_kind`."""

from zaria.games.draughts.wide_kernel import DiagonalKernel as Kernel

IS_WIDE, IS_ORTHOGONAL = 1, 0
NEAR, FAR = 6, 7
WORDS = 2
SQUARES = 72
SQUARE_BITS, PLACES, FROM_TO = 7, 128, 16384
BACKWARD = 2
TABLES = 13
ROOM = 170602

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
