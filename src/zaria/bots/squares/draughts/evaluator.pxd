# The C types of evaluator.py. The sizes are those of its constants.
cimport cython

ctypedef long long i64

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil

cdef int WAYS, TABLES, NUMBERS, SHARES, ROOM

@cython.final
cdef class DraughtsEvaluator:
    cdef readonly int tables
    cdef int wide, full
    cdef i64 board, road, middle
    cdef int here[8]
    cdef int there[8]
    cdef int threes[256]
    cdef int turned[256]
    cdef readonly int plus[8]
    cdef readonly int minus[8]
    cdef readonly int counts[8]
    cdef readonly int share
    cdef short weights[104992]

    cdef int eight(self, i64 word, int at) noexcept nogil
    @cython.locals(found=int)
    cdef int steps(self, i64 pieces, i64 empty, bint up, bint down) noexcept nogil
    @cython.locals(t=int, at=int, empty=i64, mine=int, theirs=int, my_kings=int, other_kings=int)
    cpdef void look(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(early=int, late=int, t=int, i=int, k=int, value=int)
    cpdef int value(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
