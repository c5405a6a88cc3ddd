# The C types of offers.py.
cimport cython
from zaria.bots.doubling.cubes cimport OTHER, Cubes

@cython.final
cdef class Offers:
    cdef readonly Cubes cubes  # of the side on roll
    cdef bint cube  # whether it may be turned in this game at all
    cdef bint beaver  # whether a double may be answered by one more
    cdef bint raccoon  # whether a beaver may
    cdef double even  # equities closer than this are the same
    cdef double efficiency  # of the cube
    cdef int level  # of the cube before the first offer
    cdef int owner  # of the cube before the first offer
    cdef readonly bint is_dropped  # whether the last chain that was settled ended so

    cpdef void lay(self, object chances, double efficiency, int level, int owner) except *
    cpdef void place(self, double efficiency, int level, int owner) noexcept nogil
    cdef int level_after(self, int offer_count) noexcept nogil
    @cython.locals(efficiency=double)
    cpdef double playing(self) noexcept nogil
    cpdef bint possible(self) noexcept nogil
    cpdef double taken(self, int offer_count) noexcept nogil
    @cython.locals(level=int)
    cpdef double dropped(self, int offer_count) noexcept nogil
    cpdef bint can_counter(self, int offer_count) noexcept nogil
    cpdef object countered(self, int offer_count)
    @cython.locals(taken=double, dropped=double, equity=double, countered=double)
    cpdef double offered(self, int offer_count) noexcept nogil
    @cython.locals(level=int)
    cdef double unit(self) noexcept nogil
    @cython.locals(unit=double, gain=double)
    cpdef bint doubles(self) noexcept nogil
    @cython.locals(countered=double, taken=double, dropped=double, margin=double)
    cpdef bint counters(self, int offer_count) noexcept nogil
    @cython.locals(count=int, taken=double, dropped=double)
    cpdef int settle(self) noexcept nogil
