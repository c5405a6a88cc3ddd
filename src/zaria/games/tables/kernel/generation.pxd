# The C types of generation.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport (
    BOTH_DICE, FIVESTARS, LARGER_DIE, MOTHERS_WIN, NARDY, NO_LIMIT, PAIR_SLOTS, PRINCIPLE, SLOTS, SMALLER_DIE,
    Kernel)
from zaria.games.tables.kernel.step_graph cimport lay_steps
from zaria.games.tables.kernel.survey cimport survey
from zaria.games.tables.kernel.turn_ends cimport gather, steps_matter

@cython.locals(limit=int, most=int)
cpdef int generate(Kernel kernel, int d1, int d2, int times=*) noexcept nogil
cpdef void check_roll(Kernel kernel) except *
@cython.locals(count=int, d1=int, d2=int, n=int)
cpdef int total(Kernel kernel) noexcept nogil
cdef void search(Kernel kernel, int d1, int d2, int times, int heads) noexcept nogil
cdef void take_up(Kernel kernel, int d1, int d2, int times, int heads) noexcept nogil
cdef void sweep(Kernel kernel, int d1, int d2) noexcept nogil
cdef void clear_results(Kernel kernel) noexcept nogil
@cython.locals(k=int)
cdef void walk_roll(Kernel kernel, int d1, int d2) noexcept nogil
@cython.locals(rear=int)
cdef bint steps_are_free(Kernel kernel) noexcept nogil
cdef bint first_turn(Kernel kernel) noexcept nogil
cdef bint long_move_binds(Kernel kernel) noexcept nogil
@cython.locals(fives_played=bint)
cdef bint second_head(Kernel kernel, int d1, int d2) noexcept nogil
cdef bint no_roll(Kernel kernel, int d1, int d2, int times) noexcept nogil
cdef int head_limit(Kernel kernel) noexcept nogil
