# The C types of step_graph.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport (
    EDGES, END_OF_TURN, LARGER_DIE, ROWS, SLOTS, SMALLER_DIE, SPOILT, STRUCK_POINT, WIDEST, Kernel)
from zaria.games.tables.kernel.turn_ends cimport has_block, hits_are_judged, locks_in, may_hit_at_home

@cython.locals(most=int)
cdef void lay_steps(Kernel kernel, int d1, int d2) noexcept nogil
@cython.locals(start_head=int, edges=int, i=int, used=int, worth=int)
cdef void spread(Kernel kernel, int d1, int d2) noexcept nogil
@cython.locals(count=int, i=int)
cdef void spoil_locks(Kernel kernel) noexcept nogil
cdef bint ensure_capacity(Kernel kernel, int edges) noexcept nogil
cdef bint fair(Kernel kernel) noexcept nogil
cdef int used_rank(Kernel kernel, int used) noexcept nogil
cdef int worth_of(Kernel kernel, int used) noexcept nogil
