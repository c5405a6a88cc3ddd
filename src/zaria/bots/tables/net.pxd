# The C types of net.py. The sizes are those of its constants.
cimport cython
from zaria.games.tables.kernel.kernel cimport PINNED
from libc.math cimport exp

cdef int HIDDEN, UNITS, DENSE, INPUTS, OUTPUTS, PLACES, STATES, MIDDLE, BANKS, WEIGHTS, CELLS
cdef float FARTHEST

cdef double squashed(double x) noexcept nogil

@cython.final
cdef class Net:
    cdef public int hidden
    cdef int in_w, in_bias, in_v, in_c, in_table
    cdef float w[401920]
    cdef float bias[1280]
    cdef float v[6400]
    cdef float c[25]
    cdef float table[2293760]
    cdef float acc[256]
    cdef float pre[256]
    cdef float o[5]
    cdef int unit[8]
    cdef float much[8]

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
    @cython.locals(k=int, one=int, two=int)
    cdef void change(self, int place, int old, int new) noexcept nogil
    @cython.locals(k=int, at=int)
    cdef void weigh(self, int index, float value) noexcept nogil
    @cython.locals(k=int, at=int)
    cdef void add(self, int index, float value) noexcept nogil
    @cython.locals(k=int, i=int, at=int, total=float, high=float)
    cdef void finish(self) noexcept nogil
