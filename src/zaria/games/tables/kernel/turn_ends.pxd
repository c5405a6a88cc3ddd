# The C types of turn_ends.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport END_OF_TURN, Kernel

ctypedef long long i64

cdef bint steps_matter(Kernel kernel) noexcept nogil
@cython.locals(p=int, outside=int)
cdef bint hits_are_judged(Kernel kernel) noexcept nogil
@cython.locals(k=int, count=int, row=int)
cdef void drop_blocks(Kernel kernel) noexcept nogil
@cython.locals(k=int, count=int, row=int)
cdef void drop_locks(Kernel kernel) noexcept nogil
@cython.locals(q=int, held=int)
cdef bint locks_in(Kernel kernel) noexcept nogil
@cython.locals(row=int, q=int)
cdef bint has_block(Kernel kernel) noexcept nogil
@cython.locals(k=int)
cdef void keep(Kernel kernel, int row, int target) noexcept nogil
@cython.locals(p=int)
cdef bint may_hit_at_home(Kernel kernel) noexcept nogil
@cython.locals(p=int, row=int, steps_are_judged=bint)
cdef bint hits_at_home(Kernel kernel) noexcept nogil
@cython.locals(path=i64)
cdef bint bears_off(Kernel kernel, int row) noexcept nogil
@cython.locals(i=int, nodes=int, key=i64)
cdef void gather(Kernel kernel) noexcept nogil
