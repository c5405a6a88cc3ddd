# The C types of kernel.py. The sizes are those of its constants MOVES and LANDINGS.
cimport cython

ctypedef signed char i8
ctypedef long long i64

cdef i64 TEN_ROWS, EIGHT_ROWS, TWOS, FOURS, EIGHTS
cdef int MOVES, LANDINGS, NONE, STOP, GO_ON_AS_KING, GO_ON_AS_MAN
cdef int FREE, COUNT, COUNT_KINGS, KING_FIRST, ITALIAN

cdef int bits_in(i64 m) noexcept nogil

@cython.final
cdef class Kernel:
    cdef i64 own_men  # of the side to move
    cdef i64 own_kings  # likewise
    cdef i64 their_men  # of the other side
    cdef i64 their_kings  # likewise
    cdef i64 valid  # the squares of the board
    cdef i64 top  # its first row
    cdef i64 bottom  # its last row
    cdef i64 last_row  # where men are crowned
    cdef i64 origin  # where the capturing piece began
    cdef i64 opp  # the opponent's pieces that may be captured
    cdef i64 opp_kings  # its kings
    cdef i64 empty  # the empty squares
    cdef int mover  # the side to move
    cdef int side  # the side whose captures are listed
    cdef int crowning  # what a man does that captures into its last row
    cdef bint flying  # whether kings fly
    cdef bint back  # whether men capture backwards
    cdef bint longest  # whether each direction asks for its longest capture
    cdef int priority  # which captures are compulsory
    cdef bint ranking  # whether captures that come after others are dropped
    cdef bint men_take_kings  # whether men capture kings
    cdef bint sweeping  # whether kings land on any square behind a captured piece
    cdef bint at_once  # whether captured pieces leave before the move is over
    cdef bint was_king  # whether the capturing piece began as king
    cdef bint routes  # whether captures by different routes count separately
    cdef bint recording  # whether landings are noted
    cdef readonly bint full  # whether there were more moves than room
    cdef int n  # moves listed
    cdef int floor  # where the captures compared begin
    cdef int first  # where those of this piece begin
    cdef int most  # the best rank, by default the most pieces captured
    cdef i64 src[4096]  # from
    cdef i64 dst[4096]  # to
    cdef i64 taken[4096]  # the captured pieces
    cdef i8 crowned[4096]  # whether a man becomes king
    cdef i8 lengths[4096]  # landings of each capture
    cdef i64 landings[81920]  # of each move, LANDINGS places
    cdef i64 route[20]  # the landings on the present way

    cdef i64 shift(self, i64 m, int d) noexcept nogil

    @cython.locals(q=i64)
    cdef i64 victim(self, i64 at, int d, i64 cap, bint king) noexcept nogil
    @cython.locals(can_capture=bint, d=int, victim=i64)
    cdef bint jump(self, i64 at, i64 cap, int count, bint king, int but) noexcept nogil
    @cython.locals(land=i64, crowned=bint)
    cdef void take(self, i64 victim, int d, i64 cap, int count, bint king) noexcept nogil
    @cython.locals(onward=bint, t=i64, but=int)
    cdef void fly(self, i64 land, int d, i64 cap, int count) noexcept nogil
    @cython.locals(i=int, k=int, rank=int)
    cdef void keep(self, i64 land, i64 cap, int count, bint crowned) noexcept nogil
    @cython.locals(kings=int)
    cdef int rank(self, int count, i64 cap) noexcept nogil
    @cython.locals(order=int, at=i64, i=int, d=int, victim=i64)
    cdef int king_order(self, int count) noexcept nogil
    @cython.locals(e=int)
    cdef i64 can_take(self, i64 men, i64 opp, i64 empty, int d) noexcept nogil
    @cython.locals(opp=i64, empty=i64, prey=i64, m=i64, d=int, f=i64)
    cdef void captures(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int base) noexcept nogil
    cdef void start_from(self, i64 f, i64 empty, bint king) noexcept nogil

    cdef void put(self, i64 f, i64 t, bint crowned) noexcept nogil
    @cython.locals(empty=i64, d=int, m=i64, t=i64, f=i64)
    cdef int generate(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int base) noexcept nogil
    @cython.locals(empty=i64, d=int, t=i64, total=int)
    cdef int count(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int base) noexcept nogil
    @cython.locals(n=int, i=int, total=i64, cap=i64, after_men=i64, after_kings=i64)
    cdef i64 walk(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int depth, int base) noexcept nogil
