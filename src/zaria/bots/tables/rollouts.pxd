# The C types of rollouts.py.
cimport cython
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.luck cimport ROLLED, TOTAL, add_luck
from zaria.bots.tables.playing cimport begin, copy, die, lay_view, play, turn_outputs

cdef int STUCK

cdef bint is_over(EvaluatorKernel evaluator, int at) noexcept nogil
@cython.locals(k=int)
cdef bint is_unmoved(EvaluatorKernel evaluator, int at) noexcept nogil
cdef int number_of_roll(EvaluatorKernel evaluator, int roll, int first, int second) noexcept nogil
@cython.locals(side=int, idle=int, is_stuck=bint, k=int, roll=int, number=int, d1=int, d2=int)
cdef void play_out(EvaluatorKernel evaluator, int at, int turns, int first, int second, bint without_luck) noexcept nogil
@cython.locals(points=cython.p_double)
cdef double equity(EvaluatorKernel evaluator, int at) noexcept nogil
@cython.locals(first=int)
cpdef tuple first_rolls(long long seed, int game)
@cython.locals(total=double, squares=double, game=int, k=int, worth=double, first=int, second=int)
cpdef tuple roll_out(EvaluatorKernel evaluator, tuple board, int games, long long seed, int turns, bint without_luck)
