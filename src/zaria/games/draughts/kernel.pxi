# The C types of kernel.py, for words of any width: `word` holds the squares of a board. The numbers of cells are
# its constants MOVES, LANDINGS and their product.
cimport cython

ctypedef signed char i8
ctypedef long long i64

cdef unsigned long long WORD
cdef word TWOS, FOURS, EIGHTS
cdef int MOVES, NONE, STOP, GO_ON_AS_KING, GO_ON_AS_MAN
cdef int FREE, COUNT, COUNT_KINGS, KING_FIRST, ITALIAN, FRISIAN

cdef int bits_in(word m) noexcept nogil
cdef int bits_in_word(word m) noexcept nogil

@cython.final
cdef class DiagonalKernel:
    cdef word own_men  # of the side to move
    cdef word own_kings  # likewise
    cdef word their_men  # of the other side
    cdef word their_kings  # likewise
    cdef word valid  # the squares of the board
    cdef word top  # its first row
    cdef word bottom  # its last row
    cdef word last_row  # where men are crowned
    cdef word origin  # where the capturing piece began
    cdef word opp  # the opponent's pieces that may be captured
    cdef word opp_kings  # its kings
    cdef word empty  # the empty squares
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
    cdef word src[4096]  # from
    cdef word dst[4096]  # to
    cdef word taken[4096]  # the captured pieces
    cdef i8 crowned[4096]  # whether a man becomes king
    cdef i8 lengths[4096]  # landings of each capture
    cdef word landings[MOST_LANDINGS]  # of each move, LANDINGS places
    cdef word route[LANDINGS]  # the landings on the present way
    cdef word past_first  # the squares with another on their left in the row
    cdef word before_last  # those with another on their right
    cdef bint straight  # whether captures go along rows and columns, too

    cdef word shift(self, word m, int d) noexcept nogil
    cdef word step(self, word m, int d) noexcept nogil
    cdef word shift_straight(self, word m, int d) noexcept nogil

    @cython.locals(q=word)
    cdef word victim(self, word at, int d, word cap, bint king) noexcept nogil
    @cython.locals(q=word)
    cdef word victim_straight(self, word at, int d, word cap, bint king) noexcept nogil
    @cython.locals(can_capture=bint, d=int, victim=word)
    cdef bint jump(self, word at, word cap, int count, bint king, int but) noexcept nogil
    @cython.locals(can_capture=bint, d=int, victim=word)
    cdef bint jump_straight(self, word at, word cap, int count, bint king, int but) noexcept nogil
    @cython.locals(land=word, crowned=bint)
    cdef void take(self, word victim, int d, word cap, int count, bint king) noexcept nogil
    @cython.locals(onward=bint, t=word, but=int)
    cdef void fly(self, word land, int d, word cap, int count) noexcept nogil
    @cython.locals(i=int, k=int, rank=int)
    cdef void keep(self, word land, word cap, int count, bint crowned) noexcept nogil
    @cython.locals(kings=int)
    cdef int rank(self, int count, word cap) noexcept nogil
    @cython.locals(order=int, at=word, i=int, d=int, victim=word)
    cdef int king_order(self, int count) noexcept nogil
    @cython.locals(e=int)
    cdef word can_take(self, word men, word opp, word empty, int d) noexcept nogil
    @cython.locals(takers=word, d=int, victims=word)
    cdef word can_take_straight(self, word men, word opp, word empty) noexcept nogil
    @cython.locals(opp=word, empty=word, prey=word, m=word, d=int, f=word)
    cdef void captures(self, word men, word kings, word their_men, word their_kings, int side, int base) noexcept nogil
    cdef void start_from(self, word f, word empty, bint king) noexcept nogil

    cdef void put(self, word f, word t, bint crowned) noexcept nogil
    @cython.locals(empty=word, d=int, m=word, t=word, f=word)
    cdef int generate(self, word men, word kings, word their_men, word their_kings, int side, int base) noexcept nogil
    @cython.locals(empty=word, d=int, t=word, total=int)
    cdef int count(self, word men, word kings, word their_men, word their_kings, int side, int base) noexcept nogil
    @cython.locals(n=int, i=int, total=i64, cap=word, after_men=word, after_kings=word)
    cdef i64 walk(self, word men, word kings, word their_men, word their_kings, int side, int depth, int base) noexcept nogil
