# The C types of counts.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport PINNED, Kernel

cpdef tuple sides(Kernel kernel)
@cython.locals(pips=int)
cdef tuple side(Kernel kernel)
@cython.locals(k=int)
cdef void flip(Kernel kernel) noexcept nogil
@cython.locals(on_board=int, pips=int, p=int, v=int)
cdef int count_checkers(Kernel kernel) noexcept nogil
@cython.locals(p=int)
cdef int rearmost(Kernel kernel) noexcept nogil
