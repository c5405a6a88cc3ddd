# The C types of turns.py. The sizes are those of its constants.
cimport cython

ctypedef unsigned long long u64

cdef int BAR, HOME, OFF, PLACEMENTS, BLOCKS, ROLLS, ROOM, MASK

cpdef int number(int low, int middle, int high) noexcept nogil

@cython.final
cdef class Turns:
    cdef int low[3276]  # the lowest place of each placement
    cdef int middle[3276]  # the middle one
    cdef int high[3276]  # the one farthest back
    cdef u64 node[2560]  # ends by the number of dice played: 5 stages of ROOM
    cdef int count[5]  # how many of a stage there are
    cdef u64 touched  # points of all landings
    cdef u64[::1] ends  # of all turns
    cdef readonly int filled  # how many of these there are
    cdef int[::1] first  # where the ends of a placement, block and roll begin
    cdef unsigned char[::1] most  # how many they are

    @cython.locals(placement=int, roll=int, high=int, low=int)
    cpdef void list_all(self)
    @cython.locals(free=int, count=int, touched=u64, block=int, cell=int)
    cdef void list_roll(self, int placement, int roll, int high, int low)
    @cython.locals(stage=int, i=int)
    cdef int store(self, int placement, int block, int high, int low)
    @cython.locals(i=int)
    cdef void add(self, int stage, u64 end) noexcept nogil
    @cython.locals(low=int, middle=int, high=int)
    cdef void step(self, int stage, int placement, u64 mask, int die, int block) noexcept nogil
    @cython.locals(target=int, point=u64)
    cdef void move(self, int stage, int moved, int near, int far, int highest, u64 mask, int die, int block) noexcept nogil
    @cython.locals(i=int, end=u64)
    cdef void steps(self, int source, int target, int die, int block) noexcept nogil
    @cython.locals(stage=int, i=int, source=int)
    cdef int roll(self, int placement, int block, int high, int low) noexcept nogil
