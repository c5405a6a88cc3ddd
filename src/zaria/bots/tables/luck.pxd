# The C types of luck.py.
cimport cython
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.playing cimport copy, lay_view, play, turn_outputs

cdef int MEAN, ROLLED, TOTAL

@cython.locals(k=int, high=int, low=int, turned=int, weight=double)
cdef void add_luck(EvaluatorKernel evaluator, int at, int d1, int d2, int side) noexcept nogil
