# The C types of pruning.py.
cimport cython
from zaria.bots.tables.net cimport Net, score
from zaria.games.tables.kernel.kernel cimport HOME, MOTHERS_WIN, PINNED, Kernel

cdef enum:
    # Constants of zaria.bots.tables.pruning_sizes; a test compares them.
    NEURONS = 32
    UNITS = 250
    PLACES = 28
    STATES = 64
    MIDDLE = 32
    ROWS = 4096
    FEWEST = 6
    WIDEST = 32

cdef double ALWAYS

@cython.final
cdef class PruningNet:
    cdef public int most  # results kept at most
    cdef public double margin  # points below the best within which they are kept
    cdef Net net  # says which units a place switches on
    cdef int off  # checkers borne off before the roll by who rolled
    cdef float bias[NEURONS]  # of the hidden layer
    cdef float v[NEURONS]  # weights of the output
    cdef float base[NEURONS]  # sums of the hidden layer that all results share
    cdef int changed[PLACES]  # places where a result differs from the board before the roll
    cdef int row[2 * PLACES]  # the rows of these, as they are and as they were
    cdef int own[STATES]  # own checkers of a place in each state
    cdef double top[WIDEST]  # the best scores, the highest first
    cdef float w[UNITS * NEURONS]  # weights of units
    cdef float table[PLACES * STATES * NEURONS]  # sums of the weights of each place in each state
    cdef double score[ROWS]  # of each result
    cdef int kept_rows[ROWS]  # the results that are kept

    @cython.locals(k=int, at=int)
    cpdef void load(self, object values) except *
    @cython.locals(k=int)
    cpdef list values(self)
    @cython.locals(place=int, state=int, at=int, k=int, j=int, row=int, much=float)
    cpdef void spread(self) noexcept nogil
    @cython.locals(k=int, off=int, p=int, state=int)
    cdef void begin(self, Kernel kernel) noexcept nogil
    @cython.locals(at=int, k=int)
    cdef void add(self, int place, int state) noexcept nogil
    @cython.locals(at=int, off=int, p=int, count=int, j=int, old=int, new=int)
    cdef double score_of(self, Kernel kernel, int row) noexcept nogil
    @cython.locals(filled=int, row=int, value=double, lowest=double, count=int)
    cdef int keep(self, Kernel kernel, int n, int least) noexcept nogil
    @cython.locals(at=int)
    cdef int rank(self, double value, int filled) noexcept nogil

@cython.locals(most=int)
cdef bint mothers_end(Kernel kernel, int at) noexcept nogil
cdef int own_checkers(int state) noexcept nogil
@cython.locals(p=int, state=int)
cdef bint is_home_race(Kernel kernel) noexcept nogil
@cython.locals(count=int, i=int)
cpdef list remaining_rows(PruningNet pruning, Kernel kernel, int n, int least=*)
