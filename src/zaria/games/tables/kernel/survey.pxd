# The C types of survey.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport MOTHERS_WIN, PINNED, Kernel

@cython.locals(k=int)
cdef void survey(Kernel kernel) noexcept nogil
cdef bint mothers_matter(Kernel kernel) noexcept nogil
@cython.locals(p=int)
cdef void find_spots(Kernel kernel) noexcept nogil
@cython.locals(only=int, q=int)
cdef int only_point(Kernel kernel) noexcept nogil
@cython.locals(on_board=int, front=int, q=int, v=int)
cdef int foremost(Kernel kernel) noexcept nogil
