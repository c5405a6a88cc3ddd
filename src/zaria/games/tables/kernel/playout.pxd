# The C types of playout.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport Kernel
from zaria.games.tables.kernel.counts cimport flip
from zaria.games.tables.kernel.generation cimport generate

cdef int IDLE

@cython.locals(k=int, rolls=cython.longlong, _game=cython.longlong, idle=int, d1=int, n=int)
cpdef long long playouts(Kernel kernel, long long games, long long seed) noexcept nogil
