# The C types of endings.py.
cimport cython
from zaria.games.draughts.kernel cimport DiagonalKernel

ctypedef signed char i8
ctypedef long long i64
ctypedef unsigned long long u64

cdef int ABSENT, LONGEST, NONE
cdef u64 SLOT, WORD

cdef int place(u64 square) noexcept nogil

@cython.final
cdef class Endings:
    cdef DiagonalKernel rules  # generates moves
    cdef bint flying  # whether kings fly
    cdef bint giveaway  # whether a side without moves wins
    cdef int base  # squares of the board
    cdef int wide  # squares of a row
    cdef i64 bits[50]  # squares as bits, from dark's side on
    cdef int number[64]  # their numbers, by place
    cdef int start[256]  # where the cells of each material begin, NONE: not solved
    cdef int at[4]  # numbers of the pieces of a kind, in order
    cdef i64 group[4]  # the position put up: men, kings, their men, their kings
    cdef i64 pieces[4]  # those of the position whose cell is wanted
    cdef i8[::1] cells  # the results; see ABSENT
    cdef i8[::1] dirty  # whether a cell has to be computed again

    @cython.locals(changed=bint)
    cpdef void solve(self, int kind, int mirrored_kind) noexcept
    @cython.locals(count=int, start=int, changed=bint, i=int, _=int, code=int)
    cdef bint sweep(self, int kind, bint every) noexcept nogil
    @cython.locals(taken=i64, g=int, last=int, n=int, _=int)
    cdef bint unpack(self, int kind, int index) noexcept nogil
    @cython.locals(kind=int, index=int, power=int, g=int, pieces=i64, n=int, square=i64, number=int, k=int, start=int)
    cdef int where(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(cell=int)
    cpdef int probe(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(men=i64, kings=i64, their_men=i64, their_kings=i64, n=int, won=int, lost=int, i=int, src=i64, dst=i64, cap=i64, own_men=i64, own_kings=i64, code=int)
    cdef int value_of_position(self) noexcept nogil
    @cython.locals(men=i64, kings=i64, empty=i64, d=int, pieces=i64, piece=i64, t=i64)
    cdef void call_back(self) noexcept nogil
    @cython.locals(cell=int)
    cdef void mark(self, i64 men, i64 kings) noexcept nogil
