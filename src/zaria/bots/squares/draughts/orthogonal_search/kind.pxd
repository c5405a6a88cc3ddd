# The boards of this package: all squares of eight rows. `search/interpreted_kind.py` says what the names mean.
from zaria.games.draughts.orthogonal_kernel cimport OrthogonalKernel as Kernel

ctypedef unsigned long long word

cdef enum:
    # Constants of zaria.bots.squares.draughts.orthogonal_search.interpreted_kind; a test compares them.
    IS_WIDE = 0
    IS_ORTHOGONAL = 1
    NEAR = 8
    FAR = 8
    WORDS = 1
    SQUARES = 64
    SQUARE_BITS = 6
    PLACES = 64
    FROM_TO = 4096
    BACKWARD = 3
    TABLES = 11
    ROOM = 144358

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil
