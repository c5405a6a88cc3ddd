# The C types of kernel.py. The sizes are those of its constants MOVES and LANDINGS.
cimport cython

ctypedef signed char i8
ctypedef long long i64

cdef i64 TEN_ROWS, EIGHT_ROWS, TWOS, FOURS, EIGHTS
cdef int MOVES, LANDINGS, NONE, STOP, GO_ON_AS_KING, GO_ON_AS_MAN

cdef int bits_in(i64 m) noexcept nogil

@cython.final
cdef class Kernel:
    cdef i64 own_men, own_kings, their_men, their_kings
    cdef i64 valid, top, bottom, last_row, origin, opp, empty
    cdef int mover, side, crowning
    cdef bint flying, back, longest, counting, was_king, routes, recording
    cdef readonly bint full
    cdef int n, floor, first, most
    cdef i64 src[4096]
    cdef i64 dst[4096]
    cdef i64 taken[4096]
    cdef i8 crowned[4096]
    cdef i8 lengths[4096]
    cdef i64 landings[81920]
    cdef i64 route[20]

    cdef i64 shift(self, i64 m, int d) noexcept nogil

    @cython.locals(q=i64)
    cdef i64 victim(self, i64 at, int d, i64 cap, bint king) noexcept nogil
    @cython.locals(found=bint, d=int, victim=i64)
    cdef bint jump(self, i64 at, i64 cap, int count, bint king, int but) noexcept nogil
    @cython.locals(land=i64, crowned=bint)
    cdef void take(self, i64 victim, int d, i64 cap, int count, bint king) noexcept nogil
    @cython.locals(onward=bint, t=i64, but=int)
    cdef void fly(self, i64 land, int d, i64 cap, int count) noexcept nogil
    @cython.locals(i=int, k=int)
    cdef void keep(self, i64 land, i64 cap, int count, bint crowned) noexcept nogil
    @cython.locals(e=int)
    cdef i64 can_take(self, i64 men, i64 opp, i64 empty, int d) noexcept nogil
    @cython.locals(empty=i64, m=i64, d=int, f=i64)
    cdef void captures(self, i64 men, i64 kings, i64 opp, int side, int base) noexcept nogil
    cdef void start_from(self, i64 f, i64 empty, bint king) noexcept nogil

    cdef void put(self, i64 f, i64 t, bint crowned) noexcept nogil
    @cython.locals(empty=i64, d=int, m=i64, t=i64, f=i64)
    cdef int generate(self, i64 men, i64 kings, i64 opp, int side, int base) noexcept nogil
    @cython.locals(empty=i64, d=int, t=i64, found=int)
    cdef int count(self, i64 men, i64 kings, i64 opp, int side, int base) noexcept nogil
    @cython.locals(n=int, i=int, total=i64, cap=i64, after_men=i64, after_kings=i64)
    cdef i64 walk(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int depth, int base) noexcept nogil
