# The C types of tree.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport Kernel
from zaria.games.tables.kernel.generation cimport check_roll, generate

cdef int OPEN, CLOSE, COMMA, ZERO

@cython.locals(size=int)
cpdef bytes tree_json(Kernel kernel, int d1, int d2, int times=*)
@cython.locals(size=int)
cpdef bytes hits_json(Kernel kernel)
@cython.locals(i=int, e=int)
cdef int explore(Kernel kernel, int d1, int d2, int times) noexcept nogil
@cython.locals(n=int, named=int, i=int, at=int)
cdef int write_tree(Kernel kernel, int d1, int d2, int times) noexcept nogil
@cython.locals(start=int, e=int, to=int)
cdef int write_edges(Kernel kernel, int i, int at) noexcept nogil
@cython.locals(at=int, step=int, i=int, e=int)
cdef int write_hits(Kernel kernel) noexcept nogil
@cython.locals(size=int, limit=int, k=int)
cdef int write_number(Kernel kernel, int number, int at) noexcept nogil
