# The C types of api.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport END_OF_TURN, NO_LIMIT, Kernel
from zaria.games.tables.kernel.generation cimport check_roll, first_turn, generate, head_limit, no_roll, take_up
from zaria.games.tables.kernel.survey cimport survey
from zaria.games.tables.kernel.turn_ends cimport hits_are_judged, locks_in, may_hit_at_home
from zaria.games.tables.kernel.step_graph cimport worth_of

@cython.locals(row=int, k=int)
cpdef list boards(Kernel kernel)
@cython.locals(row=int, path=cython.longlong)
cpdef list steps(Kernel kernel)
cpdef list moves(Kernel kernel)
cpdef tuple apply_turn(Kernel kernel, object moves)
@cython.locals(used=int)
cpdef tuple completes(Kernel kernel, int d1, int d2, object moves, int times=*)
cdef bint steps_legally(Kernel kernel, int src, int die) noexcept nogil
cdef int make_step(Kernel kernel, int src, int die) noexcept nogil
cdef tuple handed_over(Kernel kernel)
cdef bint best_is_known(Kernel kernel, int d1, int d2, int count, int times) noexcept nogil
@cython.locals(src=int)
cdef bint has_effect(Kernel kernel, int d1, int d2) noexcept nogil
cdef int add_die(Kernel kernel, int used, int d1, int d2, int die) noexcept nogil
