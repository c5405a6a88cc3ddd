# The C types of bearoff.py. The sizes are those of its constants.
cimport cython

cdef int POSITIONS, MOST_TURNS, CELLS, PLAIN, LADDER, AGAIN, DICE, STEPS
cdef double SURE

@cython.final
cdef class BearOff:
    cdef int binomial[176]  # binomial coefficients: n * 8 + k
    cdef int first[54265]  # where the numbers of a position begin
    cdef unsigned char least[54264]  # the turns they begin with
    cdef unsigned short share[1300000]  # the chances of so many turns, in 16 bits
    cdef public int filled  # how many numbers there are

    @cython.locals(i=int, at=int)
    cpdef void load(self, bytes head, bytes cells) except *
    @cython.locals(low=int, index=int)
    cpdef int number(self, int c1, int c2, int c3, int c4, int c5, int c6) noexcept nogil
    @cython.locals(total=double, unfinished=double, j=int, turn=int, end=int, player_turn=int, i=int)
    cpdef double wins(self, int player, int opponent) noexcept nogil
    @cython.locals(total=double, turn=int, i=int)
    cpdef double mean(self, int position) noexcept nogil

@cython.final
cdef class BearOffSolver:
    cdef int kind  # how doublets are played: PLAIN, LADDER, AGAIN, DICE, STEPS
    cdef int moves  # moves of each stage of a ladder
    cdef BearOff table  # the table that is made
    cdef double mean[54264]  # mean turns by position
    cdef double chance[1736448]  # chances of 0 to 31 turns by position
    cdef int single[379848]  # the best result of one die, by position and die
    cdef int doublet[1899240]  # the best result of 0 to 4 moves, and of what follows, by position and die
    cdef int pips[54264]  # left to run
    cdef signed char counts[325584]  # checkers on each of the six points
    cdef int order[54264]  # positions, the fewest pips first
    cdef int moved[49]  # where a die takes a checker from a point: die * 7 + point, -1 for nowhere

    @cython.locals(c1=int, c2=int, c3=int, c4=int, c5=int, c6=int, i=int)
    cdef void list_positions(self) noexcept nogil
    @cython.locals(nothing=int, v=int, k=int)
    cdef void work(self) noexcept nogil
    @cython.locals(turn=int, v=int, k=int, d1=int, d2=int, after=int, again=bint, mean=double)
    cdef void one(self, int i) noexcept nogil
    @cython.locals(turn=int)
    cdef void blend(self, int i, int after, double weight, int later) noexcept nogil
    @cython.locals(at=int, farthest=int, v=int, p=int)
    cdef void move(self, int i) noexcept nogil
    cdef int number(self, int at) noexcept nogil
    cdef int better(self, int first, int second) noexcept nogil
    @cython.locals(best=int, p=int)
    cdef int best_single(self, int v) noexcept nogil
    @cython.locals(best=int, p=int)
    cdef int best_pair(self, int d1, int d2) noexcept nogil
    cdef int next_stage(self, int i, int v) noexcept nogil
    @cython.locals(best=int, p=int, after=int)
    cdef int best_doublet(self, int v, int k) noexcept nogil
    @cython.locals(at=int, i=int, low=int, high=int, turn=int)
    cdef void store(self) noexcept nogil
