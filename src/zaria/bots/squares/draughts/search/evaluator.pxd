# The C types of evaluator.py. The sizes are those of its constants.
cimport cython
from .kind cimport FAR, IS_ORTHOGONAL, NEAR, ROOM, TABLES, bits_in, word

cdef int WAYS, NUMBERS, SHARES
cdef unsigned long long NOT_WEST, NOT_EAST

@cython.final
cdef class DraughtsEvaluator:
    cdef readonly int tables  # tables in use
    cdef int wide  # squares of a row
    cdef int full  # pieces that fill the board
    cdef word board  # all squares
    cdef word road  # the long diagonal
    cdef word middle  # the squares in the middle
    cdef int here[TABLES]  # where the block of each table begins
    cdef int there[TABLES]  # where the block opposite begins
    cdef int threes[256]  # eight bits as a number to base 3
    cdef int turned[256]  # the same with the board turned round
    cdef readonly int plus[TABLES]  # for each table, the block as light sees it
    cdef readonly int minus[TABLES]  # the opposite block as dark sees it
    cdef readonly int counts[8]  # the numbers beside the patterns; see NUMBERS
    cdef readonly int share  # of SHARES: how full the board is
    cdef short weights[ROOM]  # by table, way and stage, then the numbers

    cdef int eight(self, word squares, int at) noexcept nogil
    @cython.locals(count=int)
    cdef int steps(self, word pieces, word empty, bint up, bint down) noexcept nogil
    @cython.locals(t=int, at=int, empty=word, my_count=int, other_count=int, my_kings=int, other_kings=int)
    cpdef void look(self, word men, word kings, word their_men, word their_kings, int side) noexcept nogil
    @cython.locals(early=int, late=int, t=int, i=int, k=int, value=int)
    cpdef int value(self, word men, word kings, word their_men, word their_kings, int side) noexcept nogil
