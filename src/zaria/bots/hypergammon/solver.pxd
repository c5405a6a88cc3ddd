# The C types of solver.py.
cimport cython
from zaria.bots.hypergammon.turns cimport BAR, BLOCKS, MASK, OFF, PLACEMENTS, ROLLS, Turns, number, u64

ctypedef long long i64

cdef int LEVELS, HITS, POINT, WHOLE, PLACE_BITS, PLACE, MOST, CHANCES, EQUITY, PASSES
cdef i64 LARGE
cdef double QUIET

@cython.final
cdef class Solver:
    cdef Turns turns  # the ends of all turns
    cdef int order[3276]  # placements, the fewest pips first
    cdef int level[77]  # where in `order` the placements of so many pips begin
    cdef int block[3276]  # the point held, as the other side counts it; 0: none
    cdef u64 points[3276]  # points with checkers, as bits
    cdef u64 turned[3276]  # the same as the other side counts them
    cdef u64 blots[3276]  # lone checkers, as the other side counts them: bit 12 + point
    cdef u64 blot[9828]  # each of these alone, three for each placement
    cdef int hit[26208]  # the placement after hits, HITS for each placement
    cdef int worth[3276]  # points lost to a side that has borne off all
    cdef double share[21]  # chance of each roll
    cdef public int[::1] equity  # without a cube, for the side on roll, in POINT: PLACEMENTS * on_roll + opponent
    cdef public float[::1] chances  # CHANCES for each of these
    cdef unsigned char[::1] quiet  # whether a pair hardly changed

    @cython.locals(pairs=int, on_roll=int, place=int, worth=int, k=int)
    cpdef void begin(self, int kind)
    @cython.locals(k=int, i=int, changed=double)
    cpdef double sweep_level(self, int kind, bint full, int level, int part, int parts)
    @cython.locals(rounds=int, _=int, changed=double, place=int)
    cdef double solve_pair(self, int on_roll, int opponent, int kind, bint full) noexcept nogil
    @cython.locals(cell=int, roll=int, count=int)
    cdef bint passes(self, int on_roll, int opponent) noexcept nogil
    cdef double solve_one(self, int on_roll, int opponent, int kind) noexcept nogil
    @cython.locals(hits=int)
    cdef int after_hits(self, int opponent, u64 landed) noexcept nogil
    @cython.locals(best=i64, value=i64, i=int, start=int, cell=int, end=u64, blots=u64, place=int)
    cdef i64 best_end(self, int on_roll, int opponent, int roll) noexcept nogil
    @cython.locals(total=double, best=int, roll=int, i=int, start=int, cell=int, end=u64, blots=u64, place=int)
    cdef double average(self, int on_roll, int opponent) noexcept nogil
    @cython.locals(change=double)
    cdef double set_equity(self, int place, double value) noexcept nogil
    @cython.locals(roll=int, after=int, place=int, changed=double, share=double, win=double, win2=double, win3=double, lose2=double, lose3=double)
    cdef double blend(self, int on_roll, int opponent) noexcept nogil
    @cython.locals(change=double)
    cdef double set_chance(self, int place, double value) noexcept nogil
    @cython.locals(start=int, i=int)
    cpdef void round_row(self, int on_roll, unsigned short[::1] cells)
