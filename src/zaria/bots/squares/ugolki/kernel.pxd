# The C types of ugolki_kernel.py. The sizes are those of its constants PLIES and ROOM.
cimport cython

from zaria.games.ugolki.kernel cimport Kernel

ctypedef unsigned long long u64
ctypedef long long i64
ctypedef signed char i8

cdef u64 ALL, NOT_A, NOT_H, TWOS, FOURS, EIGHTS, DE_BRUIJN, MIX_1, MIX_2, MIX_3
cdef i64 HALF, WORD, FAR
cdef int WON, SURE, ENDLESS, FORTY, PLIES, ROOM, EXACT, FLOOR, CEILING
cdef int UP, ACROSS, AGAIN, REAR, PAIR, BESIDE, TEMPO, SINGLES

cdef int bits_in(u64 m) noexcept nogil

@cython.final
cdef class Searcher:
    cdef Kernel rules
    cdef u64[::1] keys
    cdef i64[::1] known
    cdef u64 mask, one
    cdef int index[64]
    cdef u64 house[2]
    cdef i64 packed[4096]
    cdef int gain[128]
    cdef int rear[128]
    cdef int out[17]
    cdef int late[41]
    cdef int single[7]
    cdef int men
    cdef i8 src[32768]
    cdef i8 dst[32768]
    cdef int score[32768]
    cdef int killers[128]
    cdef int history[8192]
    cdef int root_move[512]
    cdef int root_fixed[512]
    cdef readonly int roots
    cdef u64 mine, theirs
    cdef int side, made, their_made
    cdef i64 noise
    cdef u64 seed
    cdef readonly i64 nodes
    cdef i64 most
    cdef public bint stop
    cdef readonly bint over

    cdef u64 bit(self, int square) noexcept nogil
    cdef void forget(self) noexcept nogil
    @cython.locals(alpha=int, n=int, m=int, move=int, fixed=int, value=int)
    cdef int look_first(self, int depth, int first) noexcept nogil
    @cython.locals(mine=u64, theirs=u64, made=int, other=int, less=int, value=int)
    cdef int after_first(self, int move, int depth, int alpha, int place) noexcept nogil
    @cython.locals(h=u64, at=u64, data=i64, known_move=int, value=int, bound=int, n=int)
    cdef int look(self, u64 mine, u64 theirs, int side, int made, int their_made, int depth, int alpha, int beta, int ply, bint may_pass) noexcept nogil
    @cython.locals(best=int, chosen=int, floor=int, width=int, base=int, i=int, src=int, dst=int, after=u64, less=int, value=int, bound=int, at=u64, data=i64)
    cdef int best_of(self, u64 mine, u64 theirs, int side, int made, int their_made, int depth, int alpha, int beta, int ply, int n, u64 h) noexcept nogil
    @cython.locals(at=int, n=int)
    cdef void praise(self, int side, int move, int depth, int ply) noexcept nogil
    @cython.locals(h=u64)
    cdef u64 hashed(self, int side, u64 mine, u64 theirs, int made, int their_made) noexcept nogil
    @cython.locals(both=u64, at=int, men=u64, man=u64, squares=u64, end=u64, src=int, dst=int, from_worth=int)
    cdef int generate(self, u64 mine, u64 theirs, int side, int ply) noexcept nogil
    @cython.locals(first=int, second=int, at=int, move=int)
    cdef void promote(self, int ply, int n, int side, int known) noexcept nogil
    @cython.locals(best=int, at=int)
    cdef void pick(self, int base, int i, int n) noexcept nogil
    @cython.locals(home=int, value=int, both=u64)
    cdef int judge(self, u64 mine, u64 theirs, int side, int made, int their_made) noexcept nogil
    @cython.locals(total=i64, late=i64, early=i64, rank=int, whole=i64)
    cdef int placed(self, u64 men, int side, int home) noexcept nogil
    @cython.locals(free=u64, up=u64, across=u64, landed=u64, again=u64, value=int, at_home=u64)
    cdef int standing(self, u64 men, u64 both, int side, int made) noexcept nogil
    @cython.locals(most=int, man=u64, steps=int)
    cdef int rearmost(self, u64 men, int side) noexcept nogil
    @cython.locals(h=u64, total=i64)
    cdef int error(self, u64 h) noexcept nogil
    @cython.locals(total=u64, n=int, i=int, at=int, after=u64)
    cpdef u64 perft(self, u64 mine, u64 theirs, int side, int depth) noexcept nogil
    cpdef int round(self, int depth, int first, i64 most)
