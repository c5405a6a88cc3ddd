# The C types of trainer.py. The sizes are those of its constants.
cimport cython
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.net cimport Net

cdef int HIDDEN, INPUTS, UNITS, DENSE, WEIGHTS, BANKS, MANY, MOMENTS, OVER, CHECKERS, ROOM, LONGEST, STUCK
cdef float BETA1, BETA2, TINY, NARROW

cdef float root(float x) noexcept nogil
cdef double power(double x, int n) noexcept nogil

@cython.final
cdef class Trainer:
    cdef EvaluatorKernel judge
    cdef Net net
    cdef public int filled, at
    cdef public long long games, steps
    cdef long long seed
    cdef float rate, rate_now
    cdef double error
    cdef public double points_won, square
    cdef signed char boards[15600000]
    cdef float target[3000000]
    cdef float thought[10000]
    cdef int turned[2000]
    cdef int strayed[2000]
    cdef signed char bank[600000]
    cdef int order[600000]
    cdef float goal[5]
    cdef int unit[192]
    cdef float much[192]
    cdef float hidden[256]
    cdef float back[256]
    cdef float miss[5]
    cdef float g_w[80384]
    cdef float g_bias[256]
    cdef float g_v[1280]
    cdef float g_c[5]
    cdef float m[410000]
    cdef float s[410000]
    cdef int start[26]
    cdef float mean[410000]
    cdef float middle[320]
    cdef float width[320]
    cdef float rise[256]
    cdef double sum[64]
    cdef double squares[64]

    @cython.locals(k=int)
    cpdef void begin_with(self, tuple board) except *
    @cython.locals(k=int)
    cpdef list memory(self)
    @cython.locals(k=int)
    cpdef void recall(self, list memory) except *
    @cython.locals(k=int)
    cpdef tuple kept(self, int sample)
    cpdef void clear(self) noexcept nogil
    cdef double random(self) noexcept nogil
    @cython.locals(k=int)
    cdef void lay(self, int at, int sample) noexcept nogil
    @cython.locals(_game=int)
    cpdef int play(self, int games, long long seed, double blend, double explore, int ply) except *
    @cython.locals(first=int, often=double, idle=int, n=int, k=int, over=bint, at=int, d1=int, d2=int, moved=bint, seen=int, i=int, swap=float)
    cdef void game(self, double blend, double explore, int ply) noexcept nogil
    @cython.locals(i=int, k=int, swap=float, seen=float)
    cdef void look_up(self, int first, int n, double blend, int ply) noexcept nogil
    @cython.locals(bank=int, count=int, i=int, k=int, mid=double, spread=double)
    cpdef void measure(self) noexcept nogil
    @cython.locals(chosen=int, bank=int, count=int, i=int)
    cpdef double fit(self, int batch, double rate, long long seed, int most=*) except *
    @cython.locals(chosen=int, i=int, j=int, swap=int)
    cdef int shuffle(self, int most) noexcept nogil
    @cython.locals(h=int, k=int, n=int, place=int, state=int, count=int, j=int, at=int, much=float, i=int, miss=float, to=int)
    cdef void learn(self, int sample, int bank) noexcept nogil
    @cython.locals(k=int)
    cdef void forget(self) noexcept nogil
    @cython.locals(warm=int, scale=float, h=int, i=int, row=int, at=int, in_w=int, mid=float, width=float, k=int, g=float, step=float)
    cdef void apply(self, int bank, int count) noexcept nogil
    cdef float moved(self, int at, float g) noexcept nogil
    @cython.locals(k=int)
    cpdef void meet(self, Trainer other) noexcept nogil
    @cython.locals(bank=int, at=int, k=int)
    cpdef void average(self, double share) noexcept nogil
    @cython.locals(h=int, at=int, rows=int, i=int, k=int)
    cpdef list averaged(self, int bank)
    @cython.locals(pairs=int, pair=int, one=double)
    cpdef double duel(self, EvaluatorKernel other, int games, long long seed) noexcept nogil
    @cython.locals(side=int, k=int, roll=int, d1=int, d2=int, turned=int, worth=double)
    cdef double duel_game(self, EvaluatorKernel other, int mine, long long seed) noexcept nogil
    cdef int roll_die(self) noexcept nogil
