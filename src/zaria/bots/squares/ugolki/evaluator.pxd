# The C types of evaluator.py.
cimport cython

ctypedef unsigned long long u64
ctypedef long long i64

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil

cdef u64 ALL, NOT_A, NOT_H, DE_BRUIJN
cdef i64 HALF, WORD, FAR
cdef int FORTY, UP, ACROSS, AGAIN, REAR, PAIR, BESIDE, TEMPO, SINGLES

@cython.final
cdef class UgolkiEvaluator:
    cdef u64 house[2]  # the houses of light and dark
    cdef i64 packed[4096]  # weights of the squares of a rank: side, rank, files; early ones in the high half
    cdef int rear[128]  # steps to the far corner: side, square
    cdef int out[17]  # by men outside the goal
    cdef int late[41]  # of a man at home, by moves made
    cdef int single[7]  # the single weights
    cdef int men  # of a side
    cdef int index[64]  # the square of a bit, by the top bits of its product with DE_BRUIJN

    @cython.locals(home=int, value=int, both=u64)
    cdef int value(self, u64 men, u64 opp, int side, int moves, int their_moves) noexcept nogil
    @cython.locals(total=i64, late=i64, early=i64, rank=int, whole=i64)
    cdef int place_value(self, u64 men, int side, int home) noexcept nogil
    @cython.locals(free=u64, up=u64, across=u64, landed=u64, again=u64, value=int, at_home=u64)
    cdef int shape_value(self, u64 men, u64 both, int side, int moves_made) noexcept nogil
    @cython.locals(most=int, man=u64, steps=int)
    cdef int rearmost(self, u64 men, int side) noexcept nogil
