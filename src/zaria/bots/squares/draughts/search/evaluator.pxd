# The C types of evaluator.py. The sizes are those of its constants.
cimport cython

ctypedef long long i64

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil

cdef int WAYS, TABLES, NUMBERS, SHARES, ROOM

@cython.final
cdef class DraughtsEvaluator:
    cdef readonly int tables  # tables in use
    cdef int wide  # squares of a row
    cdef int full  # pieces that fill the board
    cdef i64 board  # all squares
    cdef i64 road  # the long diagonal
    cdef i64 middle  # the squares in the middle
    cdef int here[8]  # where the block of each table begins
    cdef int there[8]  # where the block opposite begins
    cdef int threes[256]  # eight bits as a number to base 3
    cdef int turned[256]  # the same with the board turned round
    cdef readonly int plus[8]  # for each table, the block as light sees it
    cdef readonly int minus[8]  # the opposite block as dark sees it
    cdef readonly int counts[8]  # the numbers beside the patterns; see NUMBERS
    cdef readonly int share  # of SHARES: how full the board is
    cdef short weights[104992]  # by table, way and stage, then the numbers

    cdef int eight(self, i64 word, int at) noexcept nogil
    @cython.locals(count=int)
    cdef int steps(self, i64 pieces, i64 empty, bint up, bint down) noexcept nogil
    @cython.locals(t=int, at=int, empty=i64, my_count=int, other_count=int, my_kings=int, other_kings=int)
    cpdef void look(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(early=int, late=int, t=int, i=int, k=int, value=int)
    cpdef int value(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
