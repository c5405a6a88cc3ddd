# The C types of ranking.py.
cimport cython
from zaria.bots.tables.evaluator cimport C_ROWS, EvaluatorKernel
from zaria.games.tables.kernel.generation cimport check_roll, generate
from zaria.games.tables.kernel.kernel cimport Kernel

@cython.final
cdef class StageResults:
    cdef EvaluatorKernel evaluator  # its kernel finds the results
    cdef readonly int count  # of results
    cdef double chances[5 * C_ROWS]  # five outputs of each, for the side that played it
    cdef long long paths[C_ROWS]  # as in Kernel
    cdef signed char boards[26 * C_ROWS]  # as the other side sees them

    @cython.locals(kernel=Kernel, k=int, d1=int, d2=int, times=int)
    cpdef bint rank(self, tuple board, tuple history, tuple dice, bint whole) except *
    @cython.locals(evaluator=EvaluatorKernel, kernel=Kernel, row=int, k=int)
    cdef void evaluate_rows(self)
    @cython.locals(copy=StageResults, row=int, k=int)
    cpdef StageResults copied(self)
    @cython.locals(row=int)
    cpdef list equities(self)
    @cython.locals(k=int, points=cython.p_double)
    cdef double equity(self, int row) noexcept
    @cython.locals(k=int)
    cpdef tuple outputs(self, int row)
    @cython.locals(path=cython.longlong)
    cpdef list steps(self, int row)
    @cython.locals(k=int)
    cpdef tuple board(self, int row)
