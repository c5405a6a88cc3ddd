# The C types of playing.py.
cimport cython
from zaria.games.tables.kernel.kernel cimport HOME
from zaria.bots.tables.evaluator cimport EvaluatorKernel
from zaria.bots.tables.pruning cimport FEWEST, is_home_race
from zaria.games.tables.kernel.generation cimport generate

cdef int REST_LADDER, REST_ANY, BEAM, KEPT, TRIED
cdef double UNSEEN

@cython.locals(k=int)
cdef void keep_view(EvaluatorKernel evaluator, int at) noexcept nogil
@cython.locals(k=int)
cdef void lay_view(EvaluatorKernel evaluator, int at) noexcept nogil
@cython.locals(k=int)
cdef void lay_board(EvaluatorKernel evaluator, int at) noexcept nogil
@cython.locals(k=int)
cdef void flip(EvaluatorKernel evaluator, int at) noexcept nogil
cdef void row_view(EvaluatorKernel evaluator, int row) noexcept nogil
@cython.locals(path=cython.longlong, count=int)
cdef int steps_of(EvaluatorKernel evaluator, int row) noexcept nogil
cdef int play(EvaluatorKernel evaluator, int at, int d1, int d2) noexcept nogil
@cython.locals(times=int, last=int, is_first=bint, full=bint, played=int, die=int)
cdef int climb(EvaluatorKernel evaluator, int at, int d1, int d2, bint laddered) noexcept nogil
@cython.locals(later=int)
cdef void leave(EvaluatorKernel evaluator, int at, int d1, int d2, int die, int remaining, int played, bint laddered) noexcept nogil
@cython.locals(heads=int, n=int, best=int, k=int, played=int)
cdef int step(EvaluatorKernel evaluator, int at, int d1, int d2, int times) noexcept nogil
@cython.locals(gone=int, heads=int, played=int, count=int, i=int, best=int, most=double, value=double)
cdef int choose(EvaluatorKernel evaluator, int at, int die, int times) noexcept nogil
@cython.locals(best=int, row=int, k=int)
cdef void keep_best(EvaluatorKernel evaluator, int to) noexcept nogil
@cython.locals(turned=int, value=double)
cdef double after_ladder(EvaluatorKernel evaluator, int die) noexcept nogil
@cython.locals(k=int)
cdef bint ended(EvaluatorKernel evaluator, int at) noexcept nogil
cdef void leave_head(EvaluatorKernel evaluator, int gone, int heads, int at) noexcept nogil
@cython.locals(k=int)
cdef void copy(EvaluatorKernel evaluator, int at, int to) noexcept nogil
@cython.locals(count=int, best=int, least=double, i=int, row=int, value=double, k=int)
cdef int best_of(EvaluatorKernel evaluator, int n) noexcept nogil
cdef bint is_pruned(EvaluatorKernel evaluator) noexcept nogil
cdef double chance(EvaluatorKernel evaluator) noexcept nogil
cdef int die(EvaluatorKernel evaluator) noexcept nogil
@cython.locals(k=int, d1=int, d2=int, weight=double, turned=bint)
cdef double look(EvaluatorKernel evaluator, int at, int ply) noexcept nogil
@cython.locals(k=int, swap=float)
cdef void turn_outputs(EvaluatorKernel evaluator) noexcept nogil
@cython.locals(k=int)
cdef void begin(EvaluatorKernel evaluator, tuple board) except *
cpdef tuple chances(EvaluatorKernel evaluator, tuple board, int ply=*)
cpdef list all_chances(EvaluatorKernel evaluator, list boards, int ply=*)
@cython.locals(k=int, turned=int)
cpdef tuple play_turn(EvaluatorKernel evaluator, tuple board, int d1, int d2)
@cython.locals(k=int, turned=int)
cpdef tuple climb_ladder(EvaluatorKernel evaluator, tuple board, int die, int heads)
@cython.locals(k=int)
cpdef tuple play_rest(EvaluatorKernel evaluator, tuple board, list stages, int heads)
