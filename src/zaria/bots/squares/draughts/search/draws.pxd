# The C types of draws.py.
cimport cython
from zaria.bots.squares.draughts.search.state cimport MOST_PIECES, Node, SearchState

ctypedef long long i64
ctypedef unsigned long long u64

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil


@cython.locals(men=i64, kings=i64, their_men=i64, their_kings=i64, side=int, own_pieces=i64, their_pieces=i64, first=int, second=int, n=int, counted=int)
cdef int ending_kind(SearchState state, Node node) noexcept nogil
cdef int road_holder(SearchState state, Node node) noexcept nogil
@cython.locals(index=int, key=u64, i=int, least=int)
cdef bint is_repetition(SearchState state, int ply) noexcept nogil
@cython.locals(quiet=int, kind=int, pieces=int, strong=i64, weak=i64)
cdef bint is_draw(SearchState state, Node node, int ply) noexcept nogil
@cython.locals(now=int, counted=int)
cdef void count_move(SearchState state, int was, int held, Node after, int ply) noexcept nogil
