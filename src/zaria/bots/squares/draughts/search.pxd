# The C types of search.py. The sizes are those of its constants.
cimport cython
from zaria.bots.squares.draughts.endings cimport Endings
from zaria.bots.squares.draughts.evaluator cimport DraughtsEvaluator
from zaria.games.draughts.kernel cimport Kernel

ctypedef signed char i8
ctypedef long long i64

cdef extern from *:
    int bits_in "__builtin_popcountll"(unsigned long long m) noexcept nogil
ctypedef unsigned long long u64

cdef int WON, SURE, FAR, MOVES, CROWDED, PLIES, PAST, ENTRIES, LINES, EXACT, LOWER, UPPER
cdef int NO_DRAWS, ENGLISH, RUSSIAN, INTERNATIONAL, SOON, THREATS, NEVER, ENOUGH_FOR_ONE, ABSENT
cdef u64 WORD, FIRST, SECOND, THIRD, FOURTH, BRUIJN

@cython.locals(h=u64)
cdef u64 mixed(u64 men, u64 kings, u64 their_men, u64 their_kings, u64 side) noexcept nogil
cdef int slot(u64 square) noexcept nogil

@cython.final
cdef class Search:
    cdef readonly Kernel rules
    cdef readonly DraughtsEvaluator judge
    cdef Endings endings
    cdef public int few
    cdef u64 keys[524288]
    cdef i64 notes[524288]
    cdef int order[4096]
    cdef int score[4096]
    cdef i64 killers[192]
    cdef int history[8192]
    cdef u64 path[224]
    cdef int ending[96]
    cdef int road[96]
    cdef int quiet[96]
    cdef i64 line_src[9216]
    cdef i64 line_dst[9216]
    cdef i64 line_cap[9216]
    cdef i8 line_crown[9216]
    cdef int length[96]
    cdef i8 barred[4096]
    cdef int lost[4096]
    cdef int found_value[128]
    cdef int found_depth[128]
    cdef int found_length[128]
    cdef int found_move[128]
    cdef i64 found_src[12288]
    cdef i64 found_dst[12288]
    cdef i64 found_cap[12288]
    cdef i8 found_crown[12288]
    cdef i64 age, men, kings, their_men, their_kings, main_road, most_nodes
    cdef readonly i64 nodes
    cdef u64 seed
    cdef int found, past, draws, quiet_end, noise, side, root_best, root_moves, deepest, wanted
    cdef bint giveaway, stop, barring

    @cython.locals(i=int)
    cdef void renew(self) noexcept nogil
    @cython.locals(i=int, d=int, k=int, lines=int)
    cdef void deepen(self) noexcept nogil
    @cython.locals(margin=int, alpha=int, beta=int, value=int)
    cdef void rank(self, int depth, int k) noexcept nogil
    @cython.locals(at=int, i=int)
    cdef void note(self, int k, int value, int depth) noexcept nogil
    @cython.locals(k=int, i=int)
    cdef void settle(self, int first, int lines) noexcept nogil
    cdef void guess(self, int k, int move, int value, int depth) noexcept nogil
    @cython.locals(value=int, holds=int, k=int, i=int, move=int)
    cdef void mend(self, int lines) noexcept nogil
    @cython.locals(at=int, more=int, i=int)
    cdef void keep(self, int ply, int move) noexcept nogil

    @cython.locals(mine=i64, theirs=i64, first=int, second=int, n=int)
    cdef int kind(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    cdef int on_road(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(quiet=int, here=int, key=u64, i=int, least=int, kind=int, pieces=int, strong=i64, weak=i64)
    cdef bint drawn(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int ply) noexcept nogil
    @cython.locals(now=int, counted=int)
    cdef void tally(self, int was, int held, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int ply) noexcept nogil

    @cython.locals(value=int, h=u64, four=u64, odd=int)
    cdef int judged(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side) noexcept nogil
    @cython.locals(code=int, plies=int, moves=int, kind=int, limit=int)
    cdef int looked_up(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int ply) noexcept nogil
    cdef bint threatened(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int base) noexcept nogil
    @cython.locals(i=int, cap=i64, mark=i64, at=int)
    cdef void arrange(self, int base, int n, int best, i64 kings, int side, int ply, i64 their_kings) noexcept nogil
    @cython.locals(top=int, k=int, move=int)
    cdef int pick(self, int i, int end) noexcept nogil
    @cython.locals(mark=i64, at=int, i=int)
    cdef void reward(self, int move, int side, int ply, int depth) noexcept nogil

    @cython.locals(counted=u64)
    cdef u64 marked(self, u64 key, int ply) noexcept nogil
    @cython.locals(at=int, i=int)
    cdef i64 known(self, u64 key) noexcept nogil
    @cython.locals(at=int, old=i64, packed=i64)
    cdef void store(self, u64 key, int value, int depth, int bound, i64 move) noexcept nogil

    @cython.locals(n=int, plain=u64, forced=bint, value=int)
    cdef int ahead(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int depth, int alpha, int beta, int ply, int base) noexcept nogil
    @cython.locals(
        key=u64, wide=bint, best_move=int, note=i64, value=int, bound=int, forced=bint, was=int, held=int, less=int,
        best=int, floor=int, tried=int, i=int, move=int, src=i64, dst=i64, cap=i64, after_men=i64, after_kings=i64,
        left_men=i64, left_kings=i64, deep=int, late=int)
    cdef int among(self, i64 men, i64 kings, i64 their_men, i64 their_kings, int side, int depth, int alpha, int beta, int ply, int base, int n, u64 plain) noexcept nogil
    cdef int shifted(self, int value, int ply) noexcept nogil
