# The C types of pruning_trainer.py.
cimport cython
from libc.math cimport exp, sqrt
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.playing cimport copy, die, is_pruned, lay_board, lay_view, play, row_view, step
from zaria.bots.tables.pruning cimport (
    FEWEST, MIDDLE, NEURONS, PLACES, STATES, UNITS, PruningNet, own_checkers)
from zaria.games.tables.kernel.generation cimport generate
from zaria.games.tables.kernel.kernel cimport HOME

cdef enum:
    # Sizes as C needs them: C_X is X of pruning_trainer.py, and a test compares them.
    C_ROOM = 1600000
    C_GROUPS = 120000
    C_BEST = 32

cdef long long valid(long long seed) noexcept nogil

cdef int ROOM, GROUPS, BEST, LONGEST, TRIED
cdef double NOISY, SHARPNESS, LEAST, BETA1, BETA2, TINY

@cython.locals(warmth=double)
cpdef double rate_share(int done, int total)

@cython.final
cdef class PruningTrainer:
    cdef EvaluatorKernel evaluator  # plays the games
    cdef PruningNet pruning  # learns
    cdef bint surveying  # whether rolls are surveyed, not stored

    # a survey
    cdef public long long rolls  # with a choice
    cdef public long long missed  # of these, whose best result was pruned
    cdef public long long results  # of all these rolls
    cdef public long long stayed  # of these results
    cdef public double lost  # points, over all rolls

    # what is stored
    cdef public int groups  # rolls
    cdef int first[C_GROUPS + 1]  # where the results of each begin
    cdef signed char states[C_ROOM * PLACES]  # the states of each result's places
    cdef float value[C_ROOM]  # points that it is worth to who rolled
    cdef float weight[C_ROOM]  # how much it counts
    cdef int order[C_GROUPS]  # the rolls, shuffled

    # games
    cdef int start[26]  # the board from which they begin
    cdef long long seed  # of random numbers
    cdef double best[C_BEST]  # values of a roll, the highest first

    # a fit
    cdef float score[4 * C_BEST]  # of the results of a roll
    cdef float hidden[4 * C_BEST * NEURONS]  # their hidden layers
    cdef float g_table[PLACES * STATES * NEURONS]  # gradients of the table
    cdef float g_w[UNITS * NEURONS]  # of the units
    cdef float g_bias[NEURONS]  # of the hidden bias
    cdef float g_v[NEURONS]  # of the output
    cdef float m[(UNITS + 2) * NEURONS]  # means of gradients
    cdef float s[(UNITS + 2) * NEURONS]  # means of their squares

    @cython.locals(k=int)
    cpdef void begin_with(self, tuple board) except *
    cdef double random(self) noexcept nogil
    cpdef int gather(self, int rolls, long long seed, double noise) except *
    cpdef void survey(self, int rolls, long long seed, double noise) except *
    cdef void play_games(self, int rolls, long long seed, double noise) except *
    cdef bint has_room(self) noexcept nogil
    @cython.locals(k=int, _roll=int, d1=int, d2=int)
    cdef void game(self, int rolls, double noise) noexcept nogil
    @cython.locals(laddered=bint, times=int, value=int, n=int)
    cdef void take_roll(self, int d1, int d2) noexcept nogil
    @cython.locals(pruned=bint, row=int)
    cdef void take_results(self, int n) noexcept nogil
    @cython.locals(best=double, row=int, count=int, remaining=double, i=int)
    cdef void survey_results(self, int n) noexcept nogil
    @cython.locals(lowest=double, share=double, begin=int, at=int, row=int, value=double)
    cdef void store_results(self, int n) noexcept nogil
    @cython.locals(filled=int, row=int, value=double, at=int)
    cdef double lowest_stored(self, int n) noexcept nogil
    @cython.locals(own_off=int, opponent_off=int, p=int, state=int)
    cdef void store(self, int at, int row) noexcept nogil
    @cython.locals(error=double, batches=int, done=int, _pass=int, number=int, i=int, share=double)
    cpdef double fit(self, int passes, int batch, double rate, long long seed) except *
    @cython.locals(i=int, j=int, swap=int)
    cdef void shuffle(self) noexcept nogil
    @cython.locals(begin=int, n=int, i=int, total=double, middle=double, weight=double, error=double, miss=double)
    cdef double learn(self, int group) noexcept nogil
    @cython.locals(to=int, k=int, place=int, state=int, at=int, total=float, high=float)
    cdef double scored(self, int sample, int i) noexcept nogil
    @cython.locals(to=int, k=int, place=int, state=int, at=int, high=float)
    cdef void pass_back(self, int sample, int i, float miss) noexcept nogil
    @cython.locals(scale=float, k=int, at=int, step=float)
    cdef void take_step(self, int count, double rate) noexcept nogil
    @cython.locals(place=int, state=int, at=int, j=int, row=int, much=float, k=int)
    cdef void gather_units(self) noexcept nogil
    cdef float adam_step(self, int at, float g, float rate) noexcept nogil
