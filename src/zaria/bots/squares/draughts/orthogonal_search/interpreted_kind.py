"""The boards of this package, for sources that run interpreted; see `search.interpreted_kind`."""

from zaria.games.draughts.orthogonal_kernel import OrthogonalKernel as Kernel

IS_WIDE, IS_ORTHOGONAL = 0, 1
NEAR, FAR = 8, 8
WORDS = 1
SQUARES = 64
SQUARE_BITS, PLACES, FROM_TO = 6, 64, 4096
BACKWARD = 3
TABLES = 11
ROOM = 144358

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
