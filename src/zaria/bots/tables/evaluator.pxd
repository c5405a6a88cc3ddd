# The C types of evaluator.py.
cimport cython
from zaria.bots.tables.bearoff cimport BearOff
from zaria.bots.tables.features cimport OVER, RACE, Features
from zaria.bots.tables.net cimport Net
from zaria.bots.tables.pruning cimport PruningNet
from zaria.games.tables.kernel.kernel cimport HOME, MOTHERS_WIN, PINNED, Kernel

cdef enum:
    # Sizes as C needs them: C_X is X of evaluator.py, and a test compares them.
    C_ROWS = 4096
    C_BOARDS = 64

cdef int ROWS, BOARDS, TABLA, TABLA12, TAPA, GULBARA, NARDY, FIVESTARS

@cython.final
cdef class EvaluatorKernel:
    # what it works with
    cdef Kernel kernel  # finds turns
    cdef Features features  # describes the view
    cdef Net net  # of each phase
    cdef PruningNet pruning  # picks the results of a roll to evaluate, if `prunes`
    cdef public bint prunes  # whether it does
    cdef BearOff table  # of bearing off, if `tabled`
    cdef bint tabled  # whether races at home are in the table
    cdef public bint wanting  # whether such a race was evaluated without it

    # the rules
    cdef bint hits  # whether lone checkers are hit
    cdef bint again  # whether who played a whole doublet rolls again
    cdef bint misere  # whether who bears all off first loses
    cdef int ladder  # moves of each stage of a ladder, 0: none
    cdef int rest  # what passes to the other side: see playing.REST_LADDER, REST_ANY
    cdef int scoring  # TABLA to FIVESTARS
    cdef double points[3]  # of the three classes

    # evaluation
    cdef float o[5]  # the outputs: win, by the second class, by the third; lose by the second, the third
    cdef int aside[26]  # a view put aside
    cdef public long long evals  # how many views were evaluated

    # playing
    cdef int stack[26 * C_BOARDS]  # boards
    cdef double worth[C_ROWS]  # what each result of the last stage is worth to the other side
    cdef double sum[40]  # of outputs over the rolls, five for each ply
    cdef float best[5]  # the outputs of the best of them
    cdef bint seen  # whether the board that was played is that result, and not misjudged
    cdef bint priced  # whether results are worth `prices`, not points
    cdef double prices[12]  # of side 0's wins by class, of its losses; of side 1's
    cdef int viewer  # the side that sees the view, while it is `priced`
    cdef int rows  # results of the last stage
    cdef int judged  # of these, how many were evaluated
    cdef int used  # the die, where one step alone was played
    cdef bint done  # whether the last stage ended the game
    cdef public bint wide  # whether ladders are climbed with their end in view
    cdef public double noise  # points by which evaluations are misled
    cdef public long long seed  # of random numbers

    @cython.locals(k=int)
    cpdef void set_rules(self, object rules, object more, tuple points) except *
    @cython.locals(outside=bint, deep=bint)
    cdef int class_of(self, int loser) noexcept nogil
    @cython.locals(finisher=int, winner=int, kind=int, k=int)
    cdef void settle(self) noexcept nogil
    cdef bint locked(self) noexcept nogil
    cdef bint has_mother(self) noexcept nogil
    cdef bint has_lost_mother(self) noexcept nogil
    @cython.locals(won=bint, lost=bint)
    cdef void lock(self) noexcept nogil
    cdef double evaluate(self) noexcept nogil
    @cython.locals(phase=int)
    cdef double evaluate_counted(self) noexcept nogil
    @cython.locals(count=int)
    cdef void ask_net(self, int phase) noexcept nogil
    @cython.locals(p=int, count=int)
    cdef void sum_base_up(self, int phase) noexcept nogil
    @cython.locals(p=int)
    cdef void compare_with_board(self) noexcept nogil
    @cython.locals(lose=double)
    cdef void correct(self, int phase) noexcept nogil
    @cython.locals(loser=int, onward=bint)
    cdef void bound(self, int winner, int at, bint past) noexcept nogil
    @cython.locals(idle=int, die=int)
    cdef double missed(self) noexcept nogil
    @cython.locals(m=int)
    cdef int table_number(self, int side) noexcept nogil
    cdef double equity(self) noexcept nogil
    @cython.locals(at=int)
    cdef double priced_equity(self) noexcept nogil
