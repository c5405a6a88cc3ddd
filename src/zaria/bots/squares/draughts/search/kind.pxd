# The boards of this package: those of eight and ten rows, in words of 64 bits.
from zaria.games.draughts.kernel cimport FAR, IS_WIDE, NEAR, DiagonalKernel as Kernel, word

cdef enum:
    # Constants of zaria.bots.squares.draughts.search.interpreted_kind; a test compares them.
    IS_ORTHOGONAL = 0
    WORDS = 1
    SQUARES = 50
    SQUARE_BITS = 6
    PLACES = 64
    FROM_TO = 4096
    BACKWARD = 2
    TABLES = 8
    ROOM = 104992

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil
