# The C types of efficiency.py.
cimport cython

cdef double _SHORT_RACE, _LONG_RACE, _EACH_PIP, _LAST, _EACH_ROLL
cdef int _SHORT

@cython.locals(long=double, near=double)
cpdef double of_race(int pips, int checkers, int opponent_pips, int opponent_checkers) noexcept nogil
cdef double rolls_to_go(int pips, int checkers) noexcept nogil
