# The C types of draws.py.
cimport cython
from .kind cimport bits_in, word
from .state cimport MOST_PIECES, Node, SearchState

ctypedef unsigned long long u64


@cython.locals(men=word, kings=word, their_men=word, their_kings=word, side=int, own_pieces=word, their_pieces=word, first=int, second=int, n=int, counted=int)
cdef int ending_kind(SearchState state, Node node) noexcept nogil
cdef int road_holder(SearchState state, Node node) noexcept nogil
@cython.locals(index=int, key=u64, i=int, least=int)
cdef bint is_repetition(SearchState state, int ply) noexcept nogil
@cython.locals(quiet=int, kind=int, pieces=int, strong=word, weak=word)
cdef bint is_draw(SearchState state, Node node, int ply) noexcept nogil
@cython.locals(now=int, counted=int)
cdef void count_move(SearchState state, int was, int held, Node after, int ply) noexcept nogil
