# The C types of gradients.py.
cimport cython
from libc.math cimport sqrt
from zaria.bots.tables.net cimport spread_over_rows, sum_rows
from zaria.bots.tables.training.trainer cimport Trainer

cdef int INPUTS, UNITS, DENSE, BANKS, MANY
cdef float BETA1, BETA2, TINY, NARROW

@cython.locals(bank=int, count=int, i=int, k=int, mid=double, spread=double)
cpdef void measure(Trainer trainer) noexcept nogil
cpdef tuple slopes(Trainer trainer, tuple board, tuple target)
@cython.locals(sampled=int, bank=int, count=int, i=int)
cpdef double fit(Trainer trainer, int batch, double rate, long long seed, int most=*) except *
@cython.locals(sampled=int, i=int, j=int, swap=int)
cdef int shuffle(Trainer trainer, int most) noexcept nogil
@cython.locals(h=int, k=int, n=int, place=int, state=int, count=int, j=int, at=int, i=int, miss=float, to=int)
cdef void learn(Trainer trainer, int sample, int bank) noexcept nogil
@cython.locals(k=int)
cdef void forget(Trainer trainer) noexcept nogil
@cython.locals(warm=int, scale=float, h=int, i=int, row=int, at=int, in_w=int, mid=float, width=float, k=int, g=float, step=float)
cdef void take_step(Trainer trainer, int bank, int count) noexcept nogil
cdef float adam_step(Trainer trainer, int at, float g) noexcept nogil
cdef double power(double x, int n) noexcept nogil
