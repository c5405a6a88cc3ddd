# The C types of cubes.py.
cimport cython

cdef enum:
    # Constants of zaria.bots.doubling.owners; a test compares them.
    ME = 0
    OTHER = 1
    NOBODY = 2

cdef enum:
    # Sizes as C needs them: C_X is X of cubes.py, and a test compares them.
    C_CLASSES = 3
    C_LEVELS = 72

cdef int CLASSES, LEVELS, OFFERS
cdef double NEVER, EMPTY

@cython.final
cdef class Cubes:
    cdef bint jacoby  # while the cube is nobody's, every win counts as the least
    cdef readonly tuple values  # of the cube, by level
    cdef int count  # the number of levels that are filled
    cdef int turns  # the level from which on nothing depends on the cube
    cdef int last  # the level at which the cube cannot be raised any more
    cdef double drawn  # the equity of a draw
    cdef double win_equities[C_CLASSES * C_LEVELS]  # of a win, by level and class
    cdef double loss_equities[C_CLASSES * C_LEVELS]  # of a loss
    cdef double plus[C_LEVELS]  # equity of winning what the cube shows, by level
    cdef double minus[C_LEVELS]  # of losing it
    cdef double win  # the part of the decided games that is won
    cdef double draw  # the part of all games that nobody wins
    cdef double wins[C_CLASSES]  # the part of all wins that is of each class
    cdef double losses[C_CLASSES]  # the same of losses
    cdef double cash[2]  # when each side turns the cube

    @cython.locals(level=int, k=int)
    cdef void add_levels(self, object equity_of, list points, object value, object raises) except *
    cpdef double playing(self, object chances, double efficiency, int level, int owner) except? -1e300
    @cython.locals(single=bint, low=double, high=double, decided=double)
    cdef double loaded_equity(self, double efficiency, int level, int owner) noexcept nogil
    @cython.locals(lost=double, second=double, third=double)
    cdef void load(self, double won, double won2, double won3, double lost2, double lost3, double draw) noexcept nogil
    cdef double part(self, double chance, double whole, double most) noexcept nogil
    @cython.locals(total=double, k=int)
    cdef double won(self, int level) noexcept nogil
    @cython.locals(total=double, k=int)
    cdef double lost(self, int level) noexcept nogil
    @cython.locals(turned=int, opponent_again=double, player_again=double, low=double, high=double)
    cdef void find_moments(self, int level) noexcept nogil
    cdef double crossing(self, double start, double low, double end, double high, double height, double otherwise) noexcept nogil
    @cython.locals(opponent_cash=double, player_cash=double, start=double)
    cdef double live(self, int level, int owner, double low, double high) noexcept nogil
