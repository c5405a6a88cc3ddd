# Boards of eight and ten rows, in words of 64 bits.
ctypedef long long word

cdef enum:
    IS_WIDE = 0
    NEAR = 5
    FAR = 6
    LANDINGS = 20
    MOST_LANDINGS = 81920

include "kernel.pxi"
