# The C types of fitting.py. The sizes are those of its constants.
cimport cython
from libc.math cimport exp
from zaria.bots.squares.draughts.search.evaluator cimport DraughtsEvaluator

ctypedef long long i64

cdef int WAYS, TABLES, NUMBERS, ROOM, SAMPLE
cdef double CALM, FADE

@cython.final
cdef class Fit:
    cdef DraughtsEvaluator evaluator  # its patterns and numbers are fitted
    cdef double weights[104992]  # as odds
    cdef double moved[104992]  # squares of the steps so far

    @cython.locals(early=double, late=double, share=double, t=int, i=int, k=int)
    cpdef double odds(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(chance=double, error=double, share=double, t=int, i=int, k=int)
    cpdef double step(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, double won, double rate) noexcept nogil
    @cython.locals(count=i64, place=i64, i=i64, label=i64, won=double, target=double)
    cpdef void learn(self, i64[::1] samples, i64 stride, double rate, double searched)
    @cython.locals(total=double, aside=i64, place=i64, i=i64, label=i64, won=double)
    cpdef double loss(self, i64[::1] samples)
    @cython.locals(step=double)
    cdef void pull(self, int i, double slope, double rate) noexcept nogil
