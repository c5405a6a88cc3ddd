# The C types of state.py.
cimport cython
from .endings cimport Endings
from .evaluator cimport DraughtsEvaluator
from .kind cimport FROM_TO, Kernel, word

ctypedef signed char i8
ctypedef long long i64
ctypedef unsigned long long u64

cdef enum:
    # Constants of zaria.bots.squares.draughts.search.constants; a test compares them.
    MOVES = 4096
    CROWDED = 3400
    PLIES = 96
    PAST = 128
    ENTRIES = 524288
    LINES = 64
    WON = 1000000
    SURE = 999000
    FAR = 2000000
    NEVER = 1048576
    EXACT = 0
    LOWER = 1
    UPPER = 2
    MOST_PIECES = 16
    THREATS = 1
    ENOUGH_FOR_ONE = 8
    MARGIN = 24
    WIDEST_MARGIN = 1000
    SOON = 16
    STORED_MOVE = 1073741824
    CAPTURE = 16777216
    KILLER = 4194304
    CROWNING = 2097152
    MOST_HISTORY = 1048576

cdef struct Node:
    # A position in the tree.
    word men  # of the side to move
    word kings
    word their_men
    word their_kings
    int side  # to move

cdef struct Budget:
    # How far a position is searched, and between which values.
    int depth
    int alpha
    int beta
    int ply  # distance from the root
    int base  # where the list of moves has room

@cython.final
cdef class SearchState:
    # the position and its game
    cdef Kernel rules  # generates the moves of all positions on the way into one list
    cdef DraughtsEvaluator evaluator  # the static evaluation
    cdef Endings endings  # solved endings
    cdef readonly int few  # pieces from which on they are probed; 0: never
    cdef Node root  # the position to be searched
    cdef word main_road  # the long diagonal where draws depend on it, else 0
    cdef bint counts_endings  # whether some ending limits moves
    cdef bint crowning_restarts  # whether it is another ending after a crowning
    cdef int ending_limit[MOST_PIECES]  # what may be counted, by pieces against a lone king; 0: any number
    cdef int ending_kings[MOST_PIECES]  # so many of them are kings at least
    cdef bint ending_of_both[MOST_PIECES]  # whether moves of both sides are counted
    cdef bint one_each  # whether one piece of each side draws unless one can be captured
    cdef int king_moves  # moves in a row with one king beside men, 0: any number
    cdef int quiet_end  # plies without a capture or a move of a man that draw
    cdef int past  # positions before the root
    cdef bint giveaway  # whether a side without moves wins

    # the limits
    cdef readonly i64 nodes  # positions searched
    cdef i64 most_nodes  # positions to search at most
    cdef u64 seed  # of the noise
    cdef int noise  # deviation of the evaluation, in hundredths of a man
    cdef int deepest  # plies to search at most
    cdef int wanted  # moves to be ranked
    cdef bint stop  # whether to end at once

    # the root
    cdef i64 age  # number of this search
    cdef i64 first_age  # number of the earliest search whose entries count
    cdef readonly bint keeps  # whether entries of this search may serve the next
    cdef int ranked  # moves ranked
    cdef int root_best  # the best move of the last search, -1: none
    cdef int root_moves  # legal moves
    cdef bint barring  # whether better moves are left out

    # by ply
    cdef word killers[2 * PLIES]  # the last two moves that refuted another
    cdef u64 path[PAST + PLIES]  # hashes of the positions up to here, of the game first
    cdef int ending[PLIES]  # moves since the ending arose
    cdef int road[PLIES]  # moves while the lone king has stood on the main road
    cdef int quiet[PLIES]  # plies without a capture or a move of a man
    cdef int length[PLIES]  # of the variation from there
    cdef word own_king[PLIES]  # the king with which the side to move last moved, while that is counted
    cdef word their_king[PLIES]  # that of the other side
    cdef int own_run[PLIES]  # moves in a row with it
    cdef int their_run[PLIES]  # likewise

    # by move
    cdef int order[MOVES]  # numbers of moves, the ones to try first in front
    cdef int score[MOVES]  # by which they are ordered
    cdef int history[2 * FROM_TO]  # how often a quiet move refuted another: side, from, to
    cdef i8 barred[MOVES]  # moves of the root left out
    cdef int lost[MOVES]  # the value of moves of the root that lose, 0 for others

    # variations, a row of moves for each ply
    cdef word line_src[PLIES * PLIES]  # from
    cdef word line_dst[PLIES * PLIES]  # to
    cdef word line_cap[PLIES * PLIES]  # captured
    cdef i8 line_crown[PLIES * PLIES]  # whether a man is crowned

    # the best moves: those of the last finished iteration, then those of the present one
    cdef int found_value[2 * LINES]  # in hundredths of a man
    cdef int found_depth[2 * LINES]  # of the search
    cdef int found_length[2 * LINES]  # of the variation
    cdef int found_move[2 * LINES]  # number of the move
    cdef word found_src[2 * LINES * PLIES]  # variations as above
    cdef word found_dst[2 * LINES * PLIES]  # to
    cdef word found_cap[2 * LINES * PLIES]  # captured
    cdef i8 found_crown[2 * LINES * PLIES]  # whether a man is crowned

    # the transposition table
    cdef u64 keys[ENTRIES]  # of the positions
    cdef i64 entries[ENTRIES]  # value, depth, bound, move and age; see table.py

    cdef void reset(self, bint keeps) noexcept nogil
