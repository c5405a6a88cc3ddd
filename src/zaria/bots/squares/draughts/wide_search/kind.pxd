# The boards of this package: those in words of 128 bits. `search/interpreted_kind.py` says what the names mean.
from zaria.games.draughts.wide_kernel cimport FAR, IS_WIDE, NEAR, DiagonalKernel as Kernel, word

cdef enum:
    # Constants of zaria.bots.squares.draughts.wide_search.interpreted_kind; a test compares them.
    IS_ORTHOGONAL = 0
    WORDS = 2
    SQUARES = 72
    SQUARE_BITS = 7
    PLACES = 128
    FROM_TO = 16384
    BACKWARD = 2
    TABLES = 13
    ROOM = 170602

cdef extern from *:
    int bits_in_half "__builtin_popcountll"(unsigned long long m) noexcept nogil

cdef inline int bits_in(word m) noexcept nogil:
    return bits_in_half(<unsigned long long>m) + bits_in_half(<unsigned long long>(m >> 64))
