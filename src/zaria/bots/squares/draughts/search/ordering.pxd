# The C types of ordering.py.
cimport cython
from .kind cimport FROM_TO, IS_WIDE, SQUARE_BITS, bits_in, word
from .state cimport (
    CAPTURE, STORED_MOVE, CROWNING, KILLER, MOST_HISTORY, Node, SearchState)

ctypedef unsigned long long u64

cdef u64 WORD, BRUIJN

@cython.locals(high=word)
cdef int square_number(word square) noexcept nogil
@cython.locals(src=int, dst=int)
cdef int from_to(SearchState state, int move, int side) noexcept nogil
@cython.locals(i=int, cap=word)
cdef void score_moves(SearchState state, Node node, int ply, int base, int n, int best) noexcept nogil
@cython.locals(mark=word)
cdef int quiet_score(SearchState state, int move, int side, int ply) noexcept nogil
@cython.locals(top=int, most=int, k=int, score=int, move=int)
cdef int pick(SearchState state, int i, int end) noexcept nogil
@cython.locals(mark=word, at=int, i=int)
cdef void reward(SearchState state, int move, int side, int ply, int depth) noexcept nogil
