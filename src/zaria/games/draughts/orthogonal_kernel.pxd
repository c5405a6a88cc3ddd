# The C types of orthogonal_kernel.py. The numbers of cells are those of its constants MOVES and LANDINGS.
cimport cython

ctypedef signed char i8
ctypedef long long i64
ctypedef unsigned long long u64

cdef u64 NOT_WEST, NOT_EAST, ALL, TOP, BOTTOM, TWOS, FOURS, EIGHTS, ONES
cdef int MOVES, LANDINGS, NONE

cdef int bits_in(u64 m) noexcept nogil

@cython.final
cdef class OrthogonalKernel:
    cdef u64 own_men  # of the side to move
    cdef u64 own_kings  # likewise
    cdef u64 their_men  # of the other side
    cdef u64 their_kings  # likewise
    cdef u64 last_row  # where men are crowned
    cdef u64 origin  # where the capturing piece began
    cdef u64 opp  # the opponent's pieces that are not captured yet
    cdef u64 empty  # the empty squares
    cdef int mover  # the side to move
    cdef int backwards  # the direction in which no man goes
    cdef bint routes  # whether captures by different routes count separately
    cdef bint recording  # whether landings are noted
    cdef readonly bint full  # whether there were more moves than room
    cdef int n  # moves listed
    cdef int floor  # where the captures compared begin
    cdef int first  # where those of this piece begin
    cdef int most  # the most pieces captured
    cdef u64 src[4096]  # from
    cdef u64 dst[4096]  # to
    cdef u64 taken[4096]  # the captured pieces
    cdef i8 crowned[4096]  # whether a man becomes king
    cdef i8 lengths[4096]  # landings of each capture
    cdef u64 landings[65536]  # of each move, LANDINGS places
    cdef u64 route[16]  # the landings on the present way

    cdef u64 shift(self, u64 m, int d) noexcept nogil

    @cython.locals(q=u64)
    cdef u64 victim(self, u64 at, int d, bint king) noexcept nogil
    @cython.locals(can_capture=bint, d=int, victim=u64)
    cdef bint jump(self, u64 at, u64 cap, int count, bint king, int but, int nor) noexcept nogil
    @cython.locals(onward=bint, t=u64, nor=int)
    cdef void take(self, u64 land, int d, u64 cap, int count, bint king) noexcept nogil
    @cython.locals(i=int, k=int)
    cdef void keep(self, u64 land, u64 cap, int count, bint crowned) noexcept nogil
    @cython.locals(opp=u64, empty=u64, m=u64, d=int, f=u64)
    cdef void captures(self, u64 men, u64 kings, u64 their_men, u64 their_kings, int side, int base) noexcept nogil
    cdef void start_from(self, u64 f, u64 empty, bint king) noexcept nogil

    cdef void put(self, u64 f, u64 t, bint crowned) noexcept nogil
    @cython.locals(empty=u64, d=int, m=u64, t=u64, f=u64)
    cdef int generate(self, u64 men, u64 kings, u64 their_men, u64 their_kings, int side, int base) noexcept nogil
    @cython.locals(empty=u64, d=int, t=u64, total=int)
    cdef int count(self, u64 men, u64 kings, u64 their_men, u64 their_kings, int side, int base) noexcept nogil
    @cython.locals(n=int, i=int, total=i64, cap=u64, after_men=u64, after_kings=u64)
    cdef i64 walk(self, u64 men, u64 kings, u64 their_men, u64 their_kings, int side, int depth, int base) noexcept nogil
