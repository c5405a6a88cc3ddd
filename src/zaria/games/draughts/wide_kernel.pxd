# Boards of twelve rows, in words of 128 bits.
cdef extern from *:
    ctypedef long long word "__int128"

cdef enum:
    IS_WIDE = 1
    NEAR = 6
    FAR = 7
    LANDINGS = 30
    MOST_LANDINGS = 122880

include "kernel.pxi"
