# The C types of net.py. The sizes are those of its constants.
cimport cython
from zaria.games.tables.kernel.kernel cimport PINNED
from libc.math cimport exp

cdef int HIDDEN, UNITS, DENSE, INPUTS, OUTPUTS, PLACES, STATES, MIDDLE, BANKS, WEIGHTS, CELLS, LINE
cdef float FARTHEST

cdef double squashed(double x) noexcept nogil

@cython.final
cdef class Net:
    cdef public int hidden  # neurons of the hidden layer
    cdef int in_w  # where the weights of inputs of the phase begin
    cdef int in_bias  # the hidden bias
    cdef int in_v  # the weights of outputs
    cdef int in_c  # their bias
    cdef int in_table  # the table
    cdef int margin  # cells before the table, so that it begins at a line of the cache
    cdef float w[401920]  # weights of inputs, all phases
    cdef float bias[1280]  # of the hidden layer
    cdef float v[6400]  # weights of outputs
    cdef float c[32]  # their bias: 25, rounded up to whole lines of the cache
    cdef float table[2293776]  # from `margin` on, sums of the weights of each place in each state
    cdef float acc[256]  # sums of the hidden layer for the position put together
    cdef float pre[256]  # the same for one that differs from it
    cdef float o[5]  # the outputs
    cdef int unit[8]  # inputs that a place switches on
    cdef float much[8]  # their values

    cpdef void choose(self, int bank) noexcept nogil
    @cython.locals(h=int, i=int, k=int, at=int)
    cpdef void load(self, object values) except *
    @cython.locals(n=int, at=int, count=int)
    cdef int units(self, int place, int state) noexcept nogil
    @cython.locals(at=int)
    cdef int off_units(self, int place, int n) noexcept nogil
    @cython.locals(place=int, state=int, at=int, k=int, j=int, row=int, count=int, much=float)
    cpdef void spread(self) noexcept nogil
    @cython.locals(bank=int)
    cpdef void spread_all(self) noexcept nogil
    @cython.locals(k=int)
    cdef void begin(self) noexcept nogil
    @cython.locals(k=int, at=int)
    cdef void put(self, int place, int state) noexcept nogil
    @cython.locals(k=int)
    cdef void take(self) noexcept nogil
    @cython.locals(k=int, old_row=int, new_row=int)
    cdef void change(self, int place, int old, int new) noexcept nogil
    @cython.locals(k=int, at=int)
    cdef void weigh(self, int index, float value) noexcept nogil
    @cython.locals(k=int, at=int)
    cdef void add(self, int index, float value) noexcept nogil
    @cython.locals(k=int, i=int, at=int, total=float, high=float)
    cdef void finish(self) noexcept nogil
