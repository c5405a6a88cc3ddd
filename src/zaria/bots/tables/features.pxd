# The C types of features.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport HOME, PINNED, Kernel

cdef extern from *:
    """
    #define first_bit(bits) __builtin_ctz(bits)
    #define last_bit(bits) (31 - __builtin_clz(bits))
    """
    int first_bit(unsigned int bits) noexcept nogil
    int last_bit(unsigned int bits) noexcept nogil

cdef enum:
    # Constants of zaria.bots.tables.slots; a test compares them.
    PIPS = 0
    RACE_OUTSIDE = 1
    RACE_CROSSOVERS = 2
    RACE_GAPS = 3
    RACE_OFF = 4
    RACE_REAR = 11
    RACE_WASTE = 12
    RACE_NONE_OFF = 13
    RACE_LEFT = 14
    RACE_NOT_HOME = 15
    REAR = 1
    REAR_ESCAPES = 2
    TRAPPED = 3
    MOBILITY = 4
    LONGEST_ROW = 5
    ROW_BEFORE = 6
    POINTS_MADE = 7
    BLOTS = 8
    STACKS = 9
    HOME_CHECKERS = 10
    FAR_CHECKERS = 11
    DEEP_CHECKERS = 12
    ENTRY = 13
    SHOTS = 14
    SHOTS_LOSS = 15
    UNUSED = 16
    ENTRY_LATER = 17
    HELD = 18
    SPARE = 19
    WORST_ESCAPE = 20
    SECOND = 21
    ANCHORS = 22
    REAR_SHUT = 23
    BAR_BEHIND = 24
    OWN_SHOTS = 25
    THEIR_SHOTS = 26
    HOMEWARD = 27
    TIMING = 28
    WIDEST_GAP = 29
    PINNED_PIPS = 13
    PINNED_HEAD = 17
    LEAD = 60
    LEAD_SHARE = 61
    LADDERS = 62
    RACE = 4
    OVER = 5

cdef int SIDE, ALL_POINTS, NEAR

@cython.final
cdef class Features:
    # the view, and what is counted on it; two sides are [0] on roll, [1] the other
    cdef int view[26]  # the board of who is to roll
    cdef int checkers[52]  # of each side by its own points, 26 and 26
    cdef int off[2]  # borne off
    cdef int rear[2]  # the rearmost point
    cdef int pips[2]  # left to run
    cdef int occupied[2]  # the points, as bits, on which a side has checkers
    cdef int opposing[2]  # those, in a side's numbers, on which the other has
    cdef int shut[2]  # the points, as bits, where a side cannot land
    cdef int onward[2]  # the same from 24 on, the first in the lowest bit
    cdef int points_made[2]  # points a side holds against the other in its home
    cdef int rolls_hit[2]  # rolls of 36 by which a side is hit
    cdef int phase_now  # the phase, once counted
    cdef float dense[64]  # the dense numbers

    # the rules
    cdef signed char facing[26]  # the opponent's number of each point
    cdef int home_facing  # the least of the opponent's numbers of the home
    cdef int limit  # least number on a point where a checker may land
    cdef int side_size  # the checkers of a side
    cdef int ladder  # moves of each stage of a ladder, 0: none
    cdef bint parallel  # whether both sides run the same way round
    cdef bint pins  # whether lone checkers are pinned

    # tables
    cdef int escape[4096]  # rolls by which a checker gets away, by which of the next twelve points are shut
    cdef int free[64]  # open points, by which of the next six are shut
    cdef int bit[49]  # the bit of a roll in a set of rolls
    cdef signed char rolls_low[2048]  # how many rolls of 36 a set of them holds, by its lowest 11 bits
    cdef signed char rolls_high[1024]  # the same by its upper 10
    cdef int reached[4096]  # the rolls by which a checker gets onward; see `rolls_that_reach`

    @cython.locals(k=int)
    cpdef void set_rules(self, Kernel kernel, int ladder) except *
    @cython.locals(base=int, k=int)
    cdef void take_result(self, Kernel kernel, int row) noexcept nogil
    @cython.locals(player_count=int, opponent_count=int, side=int, p=int, v=int, q=int, player=int, opponent=int)
    cdef void count(self) noexcept nogil
    cdef int phase(self) noexcept nogil
    cdef bint has_contact(self) noexcept nogil
    cdef bint meets(self, int side) noexcept nogil
    @cython.locals(lead=double, side=int)
    cdef int compute(self, int phase) noexcept nogil
    @cython.locals(at=int, checkers=int, k=int, outside=int, cross=int, gaps=int, p=int, n=int, far=int, on_board=int)
    cdef void racing(self, int side) noexcept nogil
    @cython.locals(shut=int, onward=int, p=int, v=int, closed=int)
    cdef void find_shut_points(self, int side) noexcept nogil
    cdef int after(self, int side, int p) noexcept nogil
    @cython.locals(at=int, checkers=int, opponent=int, rear=int, trapped=int, mobile=int, blots=int, stacks=int, home=int, far=int, points_made=int, deep=int, gaps=int, points=cython.uint, p=int, n=int, surplus=int, ways=int, closed=int, run=int, longest=int, before=int, ahead=int)
    cdef void describe(self, int side) noexcept nogil
    @cython.locals(at=int, checkers=int, opponent=int, held=int, spare=int, worst=int, second=int, anchors=int, homeward=int, widest=int, last=int, points=cython.uint, p=int, n=int, shut=int, bar=int, ahead=double)
    cdef void plan(self, int side) noexcept nogil
    @cython.locals(total=int, on=int, die=int, steps=int)
    cdef double doublets(self, int side) noexcept nogil
    @cython.locals(checkers=int, total=int, p=int, q=int)
    cdef int room(self, int side, int die) noexcept nogil
    @cython.locals(free=int, p=int)
    cdef int gates(self, int side) noexcept nogil
    @cython.locals(total=int, p=int, v=int)
    cdef void pinned(self, int side) noexcept nogil
    @cython.locals(every=int, loss=int, at=int, player_base=int, opponent_base=int, blots=cython.uint, hitters=cython.uint, p=int, t=int, v=int, hits=int, far=int)
    cdef void shots(self, int side, int opponent) noexcept nogil
    cdef int rolls_in(self, int mask) noexcept nogil
    @cython.locals(rolls=int, shut=int, k=int, n=int, j=int, free=bint)
    cdef int reach(self, int side, int s, int far) noexcept nogil
