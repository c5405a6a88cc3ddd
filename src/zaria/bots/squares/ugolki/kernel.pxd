# The C types of kernel.py. The sizes are those of its constants PLIES and ROOM.
cimport cython

from zaria.bots.squares.ugolki.evaluator cimport UgolkiEvaluator
from zaria.games.ugolki.kernel cimport UgolkiKernel

ctypedef unsigned long long u64
ctypedef long long i64
ctypedef signed char i8

cdef u64 ALL, DE_BRUIJN, MIX_1, MIX_2, MIX_3
cdef i64 FAR
cdef int WON, SURE, ENDLESS, FORTY, PLIES, ROOM, EXACT, FLOOR, CEILING

@cython.final
cdef class Searcher:
    cdef UgolkiKernel rules  # finds where men may end
    cdef UgolkiEvaluator evaluator  # the static evaluation

    # the table of positions
    cdef u64[::1] keys  # hashes
    cdef i64[::1] known  # value, depth, bound, move
    cdef u64 mask  # the bits of a hash that tell its place

    # squares
    cdef u64 one  # the lowest bit
    cdef int index[64]  # the square of a bit, by the top bits of its product with DE_BRUIJN
    cdef u64 house[2]  # the houses of light and dark
    cdef int gain[128]  # the worth of a square, for the order of moves: side, square

    # moves by ply, with room for ROOM each
    cdef i8 src[32768]  # from
    cdef i8 dst[32768]  # to
    cdef int score[32768]  # by which they are ordered
    cdef int killers[128]  # the last two moves that refuted another, by ply
    cdef int history[8192]  # how often a move refuted another: side, from, to

    # the position loaded
    cdef int root_move[512]  # its moves, the best first
    cdef int root_fixed[512]  # their values where the rules give them, else ENDLESS
    cdef readonly int roots  # how many
    cdef u64 own_men, their_men  # the men of the side to move and of the other
    cdef int side, own_moves, their_moves  # to move; moves made by it and by the other

    # the search
    cdef i64 noise  # deviation of the evaluation
    cdef u64 seed  # of the noise
    cdef readonly i64 nodes  # positions searched
    cdef i64 most  # positions to search at most
    cdef public bint stop  # whether to end at once
    cdef readonly bint over  # whether it ended early

    cdef u64 bit(self, int square) noexcept nogil
    cdef void forget(self) noexcept nogil
    @cython.locals(alpha=int, n=int, m=int, move=int, fixed=int, value=int)
    cdef int look_first(self, int depth, int first) noexcept nogil
    @cython.locals(men=u64, opp=u64, moves=int, opponent=int, less=int, value=int)
    cdef int after_first(self, int move, int depth, int alpha, int place) noexcept nogil
    @cython.locals(h=u64, at=u64, data=i64, known_move=int, value=int, bound=int, n=int)
    cdef int look(self, u64 men, u64 opp, int side, int moves, int their_moves, int depth, int alpha, int beta, int ply, bint may_pass) noexcept nogil
    @cython.locals(best=int, best_move=int, floor=int, width=int, base=int, i=int, src=int, dst=int, after=u64, less=int, value=int, bound=int, at=u64, data=i64)
    cdef int best_of(self, u64 men, u64 opp, int side, int moves, int their_moves, int depth, int alpha, int beta, int ply, int n, u64 h) noexcept nogil
    @cython.locals(at=int, n=int)
    cdef void praise(self, int side, int move, int depth, int ply) noexcept nogil
    @cython.locals(h=u64)
    cdef u64 hashed(self, int side, u64 men, u64 opp, int moves, int their_moves) noexcept nogil
    @cython.locals(both=u64, at=int, man=u64, squares=u64, end=u64, src=int, dst=int, from_worth=int)
    cdef int generate(self, u64 men, u64 opp, int side, int ply) noexcept nogil
    @cython.locals(first=int, second=int, at=int, move=int)
    cdef void promote(self, int ply, int n, int side, int known_move) noexcept nogil
    @cython.locals(best=int, at=int)
    cdef void pick(self, int base, int i, int n) noexcept nogil
    @cython.locals(value=int)
    cdef int evaluate(self, u64 men, u64 opp, int side, int moves, int their_moves) noexcept nogil
    @cython.locals(h=u64, total=i64)
    cdef int error(self, u64 h) noexcept nogil
    @cython.locals(total=u64, n=int, i=int, at=int, after=u64)
    cpdef u64 perft(self, u64 men, u64 opp, int side, int depth) noexcept nogil
    cpdef int round(self, int depth, int first, i64 most)
