# The C types of ordering.py.
cimport cython
from zaria.bots.squares.draughts.search.state cimport (
    CAPTURE, STORED_MOVE, CROWNING, FROM_TO, KILLER, MOST_HISTORY, Node, SearchState)

ctypedef long long i64
ctypedef unsigned long long u64

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil

cdef u64 WORD, BRUIJN

cdef int square_number(u64 square) noexcept nogil
cdef int from_to(SearchState state, int move, int side) noexcept nogil
@cython.locals(i=int, cap=i64)
cdef void score_moves(SearchState state, Node node, int ply, int base, int n, int best) noexcept nogil
@cython.locals(mark=i64)
cdef int quiet_score(SearchState state, int move, int side, int ply) noexcept nogil
@cython.locals(top=int, most=int, k=int, score=int, move=int)
cdef int pick(SearchState state, int i, int end) noexcept nogil
@cython.locals(mark=i64, at=int, i=int)
cdef void reward(SearchState state, int move, int side, int ply, int depth) noexcept nogil
