# The C types of king_runs.py.
cimport cython
from .kind cimport word
from .state cimport Node, SearchState

@cython.locals(king=word, end=int, i=int)
cdef int drop_moves(SearchState state, Node node, int ply, int base, int n) noexcept nogil
@cython.locals(src=word, dst=word, cap=word)
cdef void count_run(SearchState state, Node node, int move, int ply) noexcept nogil
