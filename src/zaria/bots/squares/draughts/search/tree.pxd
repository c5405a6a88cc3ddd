# The C types of tree.py.
cimport cython
from .kind cimport IS_ORTHOGONAL, IS_WIDE, bits_in, word
from .draws cimport count_move, ending_kind, is_draw, road_holder
from .king_runs cimport count_run, drop_moves
from .ordering cimport pick, reward, score_moves
from .state cimport (
    CROWDED, EXACT, FAR, LOWER, PLIES, SURE, THREATS, UPPER, WON, Budget, Node, SearchState)
from .table cimport from_node, hash_of, key_of, probe, store

ctypedef long long i64
ctypedef unsigned long long u64

cdef int ABSENT
cdef u64 WORD, SECOND

@cython.locals(alpha=int, beta=int, ply=int, base=int, n=int, board_hash=u64, value=int)
cdef int search_node(SearchState state, Node node, Budget budget) noexcept nogil
cdef bint may_be_draw(SearchState state, int ply) noexcept nogil
@cython.locals(own_pieces=word, their_pieces=word)
cdef bint has_lone_piece(Node node) noexcept nogil
cdef bint has_one_each(Node node) noexcept nogil
cdef bint is_leaf(SearchState state, Node node, Budget budget, int n) noexcept nogil
@cython.locals(value=int, h=u64, total=u64, deviation=int)
cdef int evaluate(SearchState state, Node node) noexcept nogil
@cython.locals(code=int, plies=int)
cdef int probe_endings(SearchState state, Node node, int ply) noexcept nogil
@cython.locals(moves=int, kind=int, limit=int)
cdef bint is_cut_short(SearchState state, Node node, int ply, int plies) noexcept nogil
@cython.locals(
    ply=int, base=int, key=u64, best_move=int, entry=i64, value=int, was=int, held=int, forced=bint, deep=int,
    best=int, floor=int, tried=int, i=int, move=int, late=int, child=Node, after=Budget)
cdef int search_moves(SearchState state, Node node, Budget budget, int n, u64 board_hash) noexcept nogil
@cython.locals(value=int, bound=int, proved=bint)
cdef int known_value(i64 entry, Budget budget) noexcept nogil
@cython.locals(bound=int)
cdef void enter(SearchState state, u64 key, Budget budget, int best, int best_move) noexcept nogil
@cython.locals(src=word, dst=word, cap=word, men=word, kings=word, their_men=word, their_kings=word)
cdef Node make_move(SearchState state, Node node, int move, int ply, int was, int held) noexcept nogil
@cython.locals(floor=int, narrow=Budget, value=int, wide=bint)
cdef int search_later(SearchState state, Node child, Budget after, int late, Budget budget) noexcept nogil
@cython.locals(at=int, more=int, i=int)
cdef void lead_variation(SearchState state, int ply, int move) noexcept nogil
