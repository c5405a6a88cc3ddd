# The C types of kernel.py.
cimport cython

ctypedef unsigned long long u64

cdef u64 NOT_A, NOT_H, ALL

@cython.final
cdef class UgolkiKernel:
    @cython.locals(free=u64, steps=u64, new=u64, seen=u64, north=u64, south=u64, east=u64, west=u64)
    cpdef u64 ends(self, u64 man, u64 occupied) noexcept nogil
    @cython.locals(both=u64, men=u64, man=u64)
    cpdef bint passes(self, u64 own_men, u64 their_men) noexcept nogil
    @cython.locals(both=u64, men=u64, man=u64, squares=u64, end=u64, total=u64)
    cpdef u64 perft(self, u64 own_men, u64 their_men, int depth) noexcept nogil
    @cython.locals(both=u64, men=u64, man=u64, squares=u64, end=u64)
    cpdef list moves(self, u64 own_men, u64 their_men)
