# The C types of fitting.py. The sizes are those of its constants.
cimport cython
from libc.math cimport exp
from .evaluator cimport DraughtsEvaluator
from .kind cimport IS_WIDE, ROOM, TABLES, WORDS, word

ctypedef long long i64

cdef int WAYS, NUMBERS
cdef unsigned long long WORD
cdef double CALM, FADE

@cython.final
cdef class Fit:
    cdef DraughtsEvaluator evaluator  # its patterns and numbers are fitted
    cdef double weights[ROOM]  # as odds
    cdef double moved[ROOM]  # squares of the steps so far

    @cython.locals(early=double, late=double, share=double, t=int, i=int, k=int)
    cpdef double odds(self, word men, word kings, word their_men, word their_kings, int side) noexcept nogil
    @cython.locals(chance=double, error=double, share=double, t=int, i=int, k=int)
    cpdef double step(self, word men, word kings, word their_men, word their_kings, int side, double won, double rate) noexcept nogil
    cdef double step_at(self, i64[::1] samples, i64 i, double won, double rate) noexcept nogil
    @cython.locals(high=word)
    cdef word squares(self, i64[::1] samples, i64 i) noexcept nogil
    @cython.locals(count=i64, place=i64, i=i64, sample=int, label=i64, won=double, target=double)
    cpdef void learn(self, i64[::1] samples, i64 stride, double rate, double searched)
    @cython.locals(total=double, aside=i64, place=i64, i=i64, sample=int, label=i64, won=double)
    cpdef double loss(self, i64[::1] samples)
    @cython.locals(step=double)
    cdef void pull(self, int i, double slope, double rate) noexcept nogil
