# The C types of features.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport Kernel

cdef int SIDE, CHECKERS, HOME, PIN, RACE, OVER, PIPS, RACE_OUTSIDE, RACE_CROSSOVERS, RACE_GAPS
cdef int RACE_OFF, RACE_REAR, RACE_WASTE, RACE_NONE_OFF, RACE_LEFT, RACE_NOT_HOME, REAR, REAR_ESCAPES
cdef int TRAPPED, MOBILITY, LONGEST_ROW, ROW_BEFORE, POINTS_MADE, BLOTS, STACKS, HOME_CHECKERS
cdef int FAR_CHECKERS, DEEP_CHECKERS, ENTRY, SHOTS, SHOTS_LOSS, UNUSED, ENTRY_LATER, HELD, SPARE
cdef int WORST_ESCAPE, SECOND, ANCHORS, REAR_SHUT, BAR_BEHIND, OWN_SHOTS, THEIR_SHOTS, HOMEWARD, TIMING
cdef int WIDEST_GAP, PINNED_PIPS, PINNED_HEAD, LEAD, LEAD_SHARE, LADDERS

@cython.final
cdef class Features:
    # the view, and what is counted on it; two sides are [0] on roll, [1] the other
    cdef int view[26]  # the board of who is to roll
    cdef int checkers[52]  # of each side by its own points, 26 and 26
    cdef int off[2]  # borne off
    cdef int rear[2]  # the rearmost point
    cdef int pips[2]  # left to run
    cdef int shut[2]  # the points, as bits, where a side cannot land
    cdef int onward[2]  # the same from 24 on, the first in the lowest bit
    cdef int made[2]  # points a side holds against the other in its home
    cdef int rolls_hit[2]  # rolls of 36 by which a side is hit
    cdef float dense[64]  # the dense numbers

    # the rules
    cdef int facing[26]  # the opponent's number of each point
    cdef int limit  # least number on a point where a checker may land
    cdef int ladder  # moves of each stage of a ladder, 0: none
    cdef bint parallel  # whether both sides run the same way round
    cdef bint pins  # whether lone checkers are pinned

    # tables
    cdef int escape[4096]  # rolls by which a checker gets away, by which of the next twelve points are shut
    cdef int free[64]  # open points, by which of the next six are shut
    cdef int bit[49]  # the bit of a roll in a set of rolls
    cdef int die_bits[8]  # the rolls with this die
    cdef int doubles  # the doublets

    @cython.locals(k=int)
    cpdef void set_rules(self, Kernel kernel, int ladder) except *
    @cython.locals(k=int, mine=int, theirs=int, p=int, v=int, q=int)
    cdef void count(self) noexcept nogil
    cdef int phase(self) noexcept nogil
    cdef bint has_contact(self) noexcept nogil
    @cython.locals(q=int)
    cdef bint meets(self, int me, int other) noexcept nogil
    @cython.locals(lead=double, side=int)
    cdef int compute(self, int phase) noexcept nogil
    @cython.locals(at=int, checkers=int, k=int, outside=int, cross=int, gaps=int, p=int, n=int, far=int, left=int)
    cdef void racing(self, int side) noexcept nogil
    @cython.locals(shut=int, onward=int, p=int, v=int)
    cdef void find_shut_points(self, int side) noexcept nogil
    cdef int after(self, int side, int p) noexcept nogil
    @cython.locals(at=int, checkers=int, other=int, rear=int, trapped=double, mobile=double, blots=int, stacks=int, home=int, far=int, made=int, deep=int, gaps=int, p=int, n=int, ways=int, free=int, q=int, run=int, longest=int, before=int, limit=int)
    cdef void describe(self, int side) noexcept nogil
    @cython.locals(at=int, checkers=int, other=int, held=int, spare=int, worst=int, second=int, anchors=int, homeward=int, widest=int, last=int, p=int, n=int, free=int, shut=int, bar=int, ahead=double)
    cdef void plan(self, int side) noexcept nogil
    @cython.locals(found=int, on=int, die=int, steps=int)
    cdef double doublets(self, int side) noexcept nogil
    @cython.locals(checkers=int, found=int, p=int, q=int)
    cdef int room(self, int side, int die) noexcept nogil
    @cython.locals(free=int, p=int)
    cdef int gates(self, int side) noexcept nogil
    @cython.locals(total=int, p=int, v=int)
    cdef void pinned(self, int side) noexcept nogil
    @cython.locals(every=int, loss=double, at=int, mine=int, his=int, p=int, t=int, v=int, hits=int, s=int)
    cdef void shots(self, int side, int other) noexcept nogil
    @cython.locals(found=int, twice=int)
    cdef int rolls_in(self, int mask) noexcept nogil
    @cython.locals(found=int, shut=int, a=int, b=int, k=int, n=int, j=int, free=bint)
    cdef int reach(self, int side, int s, int far) noexcept nogil
