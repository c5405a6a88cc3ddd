# The C types of endings.py.
cimport cython
from .kind cimport BACKWARD, IS_ORTHOGONAL, IS_WIDE, PLACES, SQUARES, Kernel, bits_in, word

ctypedef signed char i8
ctypedef unsigned long long u64

cdef int ABSENT, LONGEST, NONE
cdef u64 SLOT, WORD

@cython.locals(high=word)
cdef int place(word square) noexcept nogil

@cython.final
cdef class Endings:
    cdef Kernel rules  # generates moves
    cdef bint flying  # whether kings fly
    cdef bint giveaway  # whether a side without moves wins
    cdef bint one_each  # whether one piece of each side draws unless one can be captured
    cdef word board  # all squares
    cdef int base  # squares of the board
    cdef int wide  # squares of a row
    cdef word bits[SQUARES]  # squares as bits, from dark's side on
    cdef int number[PLACES]  # their numbers, by place
    cdef int start[256]  # where the cells of each material begin, NONE: not solved
    cdef int at[4]  # numbers of the pieces of a kind, in order
    cdef word group[4]  # the position put up: men, kings, their men, their kings
    cdef word pieces[4]  # those of the position whose cell is wanted
    cdef i8[::1] cells  # the results; see ABSENT
    cdef i8[::1] dirty  # whether a cell has to be computed again

    @cython.locals(changed=bint)
    cpdef void solve(self, int kind, int mirrored_kind) noexcept
    @cython.locals(count=int, start=int, changed=bint, i=int, _=int, code=int)
    cdef bint sweep(self, int kind, bint every) noexcept nogil
    @cython.locals(taken=word, g=int, last=int, n=int, _=int)
    cdef bint unpack(self, int kind, int index) noexcept nogil
    @cython.locals(kind=int, index=int, power=int, g=int, pieces=word, n=int, square=word, number=int, k=int, start=int)
    cdef int where(self, word men, word kings, word their_men, word their_kings, int side) noexcept nogil
    @cython.locals(cell=int)
    cpdef int probe(self, word men, word kings, word their_men, word their_kings, int side) noexcept nogil
    @cython.locals(men=word, kings=word, their_men=word, their_kings=word, n=int, won=int, lost=int, i=int, src=word, dst=word, cap=word, own_men=word, own_kings=word, code=int)
    cdef int value_of_position(self) noexcept nogil
    cdef bint has_one_each(self) noexcept nogil
    @cython.locals(men=word, kings=word, empty=word, d=int, pieces=word, piece=word, t=word)
    cdef void call_back(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void mark(self, word men, word kings) noexcept nogil
