# The C types of judge.py. The sizes are those of its constants.
cimport cython
from zaria.bots.tables.bearoff cimport BearOff
from zaria.bots.tables.net cimport Net
from zaria.games.tables.kernel.kernel cimport Kernel

cdef int SIDE, CHECKERS, HOME, PIN, CONTACT_PHASES, RACE, PHASES, OVER, ROWS, DEEP, STUCK, TABLA, TABLA12, TAPA, GULBARA, NARDY, FIVESTARS, REST_LADDER, REST_ANY, BEAM, KEPT, TRIED
cdef double LOST

@cython.final
cdef class EvaluatorKernel:
    cdef Kernel kernel
    cdef Net net
    cdef BearOff table
    cdef bint tabled, hits, pins, parallel, again, misere, done
    cdef public bint wide
    cdef public bint wanting
    cdef int rows
    cdef int limit, ladder, rest, scoring, base_phase, doubles, used
    cdef public long long evals
    cdef public long long seed
    cdef public double noise
    cdef int escape[4096]
    cdef int bit[49]
    cdef int die_bits[8]
    cdef int free[64]
    cdef int view[26]
    cdef int base[26]
    cdef int base_off[2]
    cdef int checkers[52]
    cdef int shut[2]
    cdef int onward[2]
    cdef int off[2]
    cdef int rear[2]
    cdef int pips[2]
    cdef float o[5]
    cdef double sum[40]
    cdef float dense[64]
    cdef float base_dense[64]
    cdef int rolls_hit[2]
    cdef int made[2]
    cdef double points[3]
    cdef int stack[1664]
    cdef double worth[4096]

    @cython.locals(k=int)
    cpdef void set_rules(self, object rules, tuple more, tuple points) except *
    @cython.locals(k=int, mine=int, theirs=int, p=int, v=int, q=int)
    cdef void count(self) noexcept nogil
    cdef int phase(self) noexcept nogil
    cdef bint meeting(self) noexcept nogil
    @cython.locals(q=int)
    cdef bint ahead(self, int me, int other) noexcept nogil
    @cython.locals(outside=bint, deep=bint)
    cdef int class_of(self, int loser) noexcept nogil
    @cython.locals(finisher=int, winner=int, kind=int, k=int)
    cdef void settle(self) noexcept nogil
    cdef bint locked(self) noexcept nogil
    cdef void lock(self) noexcept nogil
    @cython.locals(lead=double, side=int)
    cdef int reckon(self, int phase) noexcept nogil
    @cython.locals(at=int, checkers=int, k=int, outside=int, cross=int, gaps=int, p=int, n=int, far=int, left=int)
    cdef void racing(self, int side) noexcept nogil
    @cython.locals(shut=int, onward=int, p=int, v=int)
    cdef void close(self, int side) noexcept nogil
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
    cdef double judge(self) noexcept nogil
    @cython.locals(phase=int)
    cdef double judged(self) noexcept nogil
    @cython.locals(p=int, side=int, count=int, k=int)
    cdef void put_together(self, int phase) noexcept nogil
    @cython.locals(p=int, side=int, count=int, k=int)
    cdef void vary(self, int phase) noexcept nogil
    @cython.locals(k=int)
    cdef void conclude(self) noexcept nogil
    @cython.locals(lose=double)
    cdef void tidy(self, int phase) noexcept nogil
    @cython.locals(loser=int, onward=bint)
    cdef void bound(self, int winner, int at, bint past) noexcept nogil
    @cython.locals(idle=int, die=int)
    cdef double missed(self) noexcept nogil
    @cython.locals(m=int)
    cdef int numbered(self, int side) noexcept nogil
    cdef double equity(self) noexcept nogil
    @cython.locals(k=int)
    cdef void keep_view(self, int at) noexcept nogil
    @cython.locals(k=int)
    cdef void lay_view(self, int at) noexcept nogil
    @cython.locals(k=int)
    cdef void lay_board(self, int at) noexcept nogil
    @cython.locals(k=int)
    cdef void flip(self, int at) noexcept nogil
    @cython.locals(base=int, k=int)
    cdef void row_view(self, int row) noexcept nogil
    @cython.locals(path=cython.longlong, count=int)
    cdef int steps_of(self, int row) noexcept nogil
    cdef int play(self, int at, int d1, int d2) noexcept nogil
    @cython.locals(times=int, last=int, own=bint, full=bint, made=int, die=int)
    cdef int climb(self, int at, int d1, int d2, bint laddered) noexcept nogil
    @cython.locals(later=int)
    cdef void leave(self, int at, int d1, int d2, int die, int left, int made, bint laddered) noexcept nogil
    @cython.locals(heads=int, n=int, best=int, k=int, made=int)
    cdef int step(self, int at, int d1, int d2, int times) noexcept nogil
    @cython.locals(gone=int, heads=int, made=int, count=int, i=int, best=int, most=double, value=double)
    cdef int choose(self, int at, int die, int times) noexcept nogil
    @cython.locals(best=int, row=int, k=int)
    cdef void keep_best(self, int to) noexcept nogil
    @cython.locals(other=int)
    cdef double after_ladder(self, int die) noexcept nogil
    @cython.locals(k=int)
    cdef bint ended(self, int at) noexcept nogil
    cdef void leave_head(self, int gone, int heads, int at) noexcept nogil
    @cython.locals(k=int)
    cdef void copy(self, int at, int to) noexcept nogil
    @cython.locals(best=int, least=double, row=int, value=double)
    cdef int best_of(self, int n) noexcept nogil
    cdef double chance(self) noexcept nogil
    cdef int die(self) noexcept nogil
    @cython.locals(k=int, d1=int, d2=int, weight=double, other=bint)
    cdef double look(self, int at, int ply) noexcept nogil
    @cython.locals(k=int, swap=float)
    cdef void turn_outputs(self) noexcept nogil
    @cython.locals(side=int, idle=int, roll=int, d1=int, d2=int, k=int)
    cdef double play_out(self, int at, int turns, int first, int second) noexcept nogil
    @cython.locals(k=int)
    cpdef tuple chances(self, tuple board, int ply=*)
    cpdef list all_chances(self, list boards, int ply=*)
    @cython.locals(k=int, other=int)
    cpdef tuple played(self, tuple board, int d1, int d2)
    @cython.locals(k=int, other=int)
    cpdef tuple climbed(self, tuple board, int die, int heads)
    @cython.locals(k=int)
    cpdef tuple rested(self, tuple board, list stages, int heads)
    @cython.locals(total=double, squares=double, game=int, k=int, worth=double, first=int, second=int)
    cpdef tuple rolled_out(self, tuple board, int games, long long seed, int turns)
