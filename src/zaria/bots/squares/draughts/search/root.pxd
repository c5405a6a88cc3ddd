# The C types of root.py.
cimport cython
from .endings cimport Endings
from .evaluator cimport DraughtsEvaluator
from .kind cimport IS_WIDE
from .king_runs cimport drop_moves
from .state cimport (
    ENOUGH_FOR_ONE, FAR, LINES, MARGIN, MOST_PIECES, NEVER, PAST, PLIES, SURE, WIDEST_MARGIN, Budget, Node,
    SearchState)
from .table cimport hash_of
from .tree cimport lead_variation, search_node

ctypedef unsigned long long u64

cdef u64 WORD, FIRST

@cython.final
cdef class Search:
    cdef readonly SearchState state  # its memory
    cdef readonly DraughtsEvaluator evaluator  # the same as that of the state

@cython.locals(i=int, d=int, k=int, lines=int)
cdef void deepen(SearchState state) noexcept nogil
@cython.locals(root=Node, n=int)
cdef int list_moves(SearchState state) noexcept nogil
@cython.locals(margin=int, alpha=int, beta=int, value=int)
cdef void rank(SearchState state, int depth, int k) noexcept nogil
@cython.locals(at=int, i=int)
cdef void record(SearchState state, int k, int value, int depth) noexcept nogil
@cython.locals(k=int, i=int)
cdef void finish_iteration(SearchState state, int first, int lines) noexcept nogil
cdef void rank_unsearched(SearchState state, int k, int move, int value, int depth) noexcept nogil
@cython.locals(value=int, holds=int, k=int, i=int, move=int)
cdef void apply_losses(SearchState state, int lines) noexcept nogil
