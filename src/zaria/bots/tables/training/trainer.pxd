# The C types of trainer.py.
cimport cython
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.features cimport Features
from zaria.bots.tables.net cimport Net
from zaria.bots.tables.playing cimport die, lay_view, look, play

cdef enum:
    # Sizes as C needs them: C_X is X of trainer.py, and a test compares them.
    C_DENSE = 64
    C_BANKS = 5
    C_ROOM = 600000
    C_LONGEST = 2000
    C_ON = 192

cdef int INPUTS, UNITS, DENSE, OUTPUTS, BANKS, ROOM, LONGEST, STUCK, ON

@cython.final
cdef class Trainer:
    cdef EvaluatorKernel evaluator  # plays the games
    cdef Features features  # those of its view
    cdef Net net  # its nets, which learn
    cdef int stride  # numbers from one row of their weights to the next
    cdef int moments  # numbers that Adam remembers of each net: a row more for the outputs' bias
    cdef public bint prunes  # whether the results of rolls are pruned where targets are looked up

    # the positions that are kept
    cdef public int filled  # how many
    cdef public int at  # where the next one goes
    cdef signed char boards[C_ROOM * 26]  # their boards
    cdef float target[C_ROOM * 5]  # what the nets should say of them
    cdef signed char bank[C_ROOM]  # the phase of each; C_BANKS: it teaches nothing
    cdef int order[C_ROOM]  # shuffled

    # a game
    cdef int start[26]  # the board from which games begin
    cdef public long long games  # how many were played
    cdef long long seed  # of random numbers
    cdef float thought[C_LONGEST * 5]  # what the nets said of each of its positions
    cdef int turned[C_LONGEST]  # whether the other side rolled next
    cdef int strayed[C_LONGEST]  # whether the turn was noisy
    cdef float goal[5]  # what came of it, on the way back
    cdef public double points_won  # of a duel
    cdef public double square  # the mean square of its pairs

    # one position's forward and backward pass
    cdef int row[C_ON]  # where the rows of inputs that are not 0 begin in the gradients
    cdef int weight_row[C_ON]  # and in the weights
    cdef float much[C_ON]  # their values
    cdef float *hidden  # before the rectifier
    cdef float *back  # the error handed back
    cdef double error  # squared errors of the chance to win, summed

    # gradients and Adam
    cdef public long long steps  # taken so far
    cdef float rate  # as it was asked for
    cdef float rate_now  # corrected for the first steps
    cdef float *g_w  # gradients of the weights of inputs
    cdef float *g_bias  # of the hidden bias
    cdef float *g_v  # of the weights of outputs
    cdef float g_c[5]  # of the outputs' bias
    cdef float *m  # means of gradients
    cdef float *s  # means of their squares
    cdef float *rise  # what the bias owes to dense numbers that have a mean
    cdef float *mean  # of the weights over the steps
    cdef float middle[C_BANKS * C_DENSE]  # means of dense numbers
    cdef float width[C_BANKS * C_DENSE]  # their deviations
    cdef double sum[C_DENSE]  # for measuring these
    cdef double squares[C_DENSE]  # likewise

    @cython.locals(k=int)
    cpdef void begin_with(self, tuple board) except *
    @cython.locals(k=int)
    cpdef list memory(self)
    @cython.locals(k=int)
    cpdef void recall(self, list memory) except *
    @cython.locals(k=int)
    cpdef tuple stored_position(self, int sample)
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
    @cython.locals(k=int)
    cpdef void meet(self, Trainer partner) noexcept nogil
    @cython.locals(bank=int, at=int, k=int)
    cpdef void average(self, double share) noexcept nogil
    @cython.locals(h=int, at=int, rows=int, i=int, k=int)
    cpdef list averaged(self, int bank)
    @cython.locals(pairs=int, pair=int, points=double)
    cpdef double duel(self, EvaluatorKernel opponent, int games, long long seed) noexcept nogil
    @cython.locals(side=int, k=int, roll=int, d1=int, d2=int, turned=int, worth=double)
    cdef double duel_game(self, EvaluatorKernel opponent, int own_side, long long seed) noexcept nogil
    cdef int roll_die(self) noexcept nogil
