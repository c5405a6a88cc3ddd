# The C types of kernel.py.
cimport cython

ctypedef signed char i8
ctypedef long long i64

cdef enum:
    # Constants of zaria.games.tables.board; a test compares them.
    PINNED = 16
    HOME = 6

cdef enum:
    # Constants of zaria.games.tables.kernel.constants; a test compares them.
    NO_LIMIT = 99
    ROWS = 4096
    EDGES = 16384
    WIDEST = 30
    SLOTS = 8192
    PAIR_SLOTS = 1024
    TEXT = 225280
    BOTH_DICE = 3
    LARGER_DIE = 2
    SMALLER_DIE = 1
    SPOILT = -1
    NARDY = 1
    FIVESTARS = 2
    PRINCIPLE = 3
    EACH_STEP = 1
    END_OF_TURN = 2
    OWN_QUARTER = 1
    STRUCK_POINT = 2
    MOTHERS_WIN = 2

cdef enum:
    POINTS = 26  # those of a board: the bar, 24 points, the opponent's bar

@cython.final
cdef class Kernel:
    # Hot numbers come first and arrays last: another order costs 1 to 3 %.
    # the board
    cdef i8 b[POINTS]  # the board; see kernel.py

    # the rules: see KernelRules
    cdef int limit  # least number on a point where a checker may land
    cdef int pin  # whether a lone checker is pinned, not hit
    cdef int parallel  # whether both sides run the same way round
    cdef int head  # most checkers that may leave 24 in a turn, 0: any number
    cdef int head_list  # rolls of the first turn in which one more may
    cdef int long_move  # whose first turn one checker plays alone: 1 the starter's, 2 both
    cdef int six  # when the six-block is looked for: 0 never, EACH_STEP, END_OF_TURN
    cdef bint step_limits  # whether a step may be refused for the points that it leaves
    cdef int mothers  # what pinned last checkers on 24 do: 1 both start the game again, MOTHERS_WIN
    cdef int caucasus  # whether a checker that hit in the home may neither hide nor leave
    cdef int stays  # whether a checker that hit in the home stays there
    cdef int off_ban  # what may not be borne off after a hit: 1 the checker, STRUCK_POINT
    cdef object rules  # those that hold, as they were given

    # what else a turn depends on
    cdef int opened  # the first player's opening roll, 62 for 6-2; 0: not known
    cdef int gone  # checkers that left 24 earlier in this turn
    cdef bint base  # whether the dice are a roll itself, so that rules of first turns apply

    # results, or nodes while steps are laid out: they are in the arrays below
    cdef int n  # how many
    cdef int rank  # the rank of the best turn
    cdef bint laying  # whether the steps are asked for, not only the results
    cdef bint spilt  # whether there was no such roll, or no room for it

    # the roll, and what does not change while it is played
    cdef int count  # steps of the roll
    cdef int full  # the rank of a turn with all of it
    cdef int allowed  # checkers that may leave 24
    cdef int front  # the opponent's foremost checker, in its own numbers
    cdef bint lockable  # whether pinned mothers may end the game in this turn
    cdef bint held  # whether a pinned checker keeps the player from bearing off
    cdef bint doublet  # whether the dice are equal
    cdef int dice[4]  # in the order in which they are played
    cdef int rank_at[5]  # the rank of a turn with so many of them

    # the search
    cdef int heads  # checkers that may still leave 24
    cdef int left  # the player's checkers on the board
    cdef bint ordered  # whether equal dice are tried with rear checkers first only
    cdef bint dedupe  # whether results may be met twice and are looked up
    cdef bint refused  # whether a six-block refused a step, so that the order matters
    cdef int mask  # slots in use, less one
    cdef unsigned int stamp  # this search; it may wrap

    # checkers that hit in the home
    cdef int piles  # four bits for each point of the home; see shift
    cdef int blots  # the opponent's lone checkers in the home, as bits
    cdef bint piled  # whether piles are kept
    cdef bint hitters_off  # whether those that hit may be borne off after all

    # keys of positions
    cdef i64 weight[57]  # random numbers for keys: points, hits by 26 + point, dice used by 52 + used
    cdef i64 pile_weight  # that of the piles

    # points
    cdef i8 spots[POINTS]  # points the player holds, the rearmost first
    cdef int spot_count  # how many
    cdef i8 spare[POINTS]  # a board put aside
    cdef i8 checkers[POINTS]  # counts: the player's, by point; [0] are off
    cdef i8 begin[POINTS]  # playout: the board from which games begin
    cdef i8 facing[POINTS]  # the opponent's number of each point

    # rows of points and the first checker ahead: asked seldom
    cdef bint six_step  # whether that is after each step
    cdef int quarter  # whose first quarter has a limit of points: 0 nobody's, OWN_QUARTER, the other side's
    cdef int first_away  # whether one checker has to come to 12 before others leave 24
    cdef int open_lock  # whether a turn should leave the opponent a way out
    cdef bint waits  # whether no checker of the player was at 12 or beyond when the turn began
    cdef int shut_in  # the point, in its own numbers, where all of the opponent's checkers stand, else 0
    cdef bint opens  # whether results that lock the opponent in were dropped for others that do not

    # hash table
    cdef unsigned int stamps[SLOTS]  # the search by which a slot was filled
    cdef i64 slots[SLOTS]  # hash table of keys, or of nodes

    # results and nodes
    cdef i64 paths[ROWS]  # the steps to each, nine bits a step: hit, src, die
    cdef i64 keys[ROWS]  # what tells each from the others
    cdef i8 used[ROWS]  # the dice used: how many equal ones; else 1 the larger, 2 the smaller, 3 both
    cdef i8 good[ROWS]  # whether a legal turn can be completed from there
    cdef i8 worth[ROWS]  # the rank of a turn that ends there, or SPOILT
    cdef int piles_at[ROWS]  # the piles there
    cdef int first_edge[ROWS + 1]  # where the steps from each begin
    cdef i8 edge_src[EDGES]  # from which point a step goes
    cdef i8 edge_die[EDGES]  # by which die
    cdef int edge_to[EDGES]  # to which node
    cdef i8 edge_hit[EDGES]  # whether it hits or pins
    cdef i8 out[ROWS * POINTS]  # their boards

    # the tree as text
    cdef int names[ROWS]  # tree: the number of a good node
    cdef int hits  # tree: how many steps hit or pin
    cdef i8 text[TEXT]  # tree: the JSON, or that of those steps

    cdef int side_size  # the checkers of a side; last, for it is asked seldom

    cpdef void set_rules(self, object rules) except *
    @cython.locals(k=int)
    cpdef void load_position(self, object rules, tuple board, int opened=*, int heads=*, bint base=*) except *
    @cython.locals(p=int)
    cdef void face(self) noexcept nogil
    @cython.locals(p=int)
    cdef int highest(self) noexcept nogil
    @cython.locals(top=int)
    cdef bint may_bear_off(self, int src, int die) noexcept nogil
    cdef bint may_step(self, int src, int die) noexcept nogil
    cdef int do_step(self, int src, int dst) noexcept nogil
    cdef void undo_step(self, int src, int dst, int hit) noexcept nogil
    @cython.locals(low=int, high=int, vacated=int)
    cdef bint makes_block(self, int src, int dst) noexcept nogil
    @cython.locals(low=int, count=int, p=int)
    cdef bint fills_quarter(self, int src, int dst) noexcept nogil
    cdef bint oversteps(self, int src, int dst) noexcept nogil
    cdef bint may_leave(self) noexcept nogil
    @cython.locals(p=int, count=int)
    cdef bint has_runner(self) noexcept nogil
    cdef i64 change(self, int src, int dst, int hit) noexcept nogil
    cdef bint locked(self) noexcept nogil
    @cython.locals(mothers=int)
    cdef bint locks(self, int src, int dst, bint hit) noexcept nogil
    cdef bint finished(self) noexcept nogil
    @cython.locals(hitter=int, pile=int)
    cdef void shift(self, int src, int dst) noexcept nogil
    cdef int pile(self, int p) noexcept nogil
    cdef bint hitter_on(self, int p) noexcept nogil
    cdef bint must_stay(self, int p) noexcept nogil
    cdef bint is_bound(self, int src) noexcept nogil
    @cython.locals(p=int, pile=int)
    cdef bint has_hidden_hitter(self) noexcept nogil
    @cython.locals(i=int)
    cdef bint seen(self, i64 key) noexcept nogil
    @cython.locals(base=int, k=int)
    cdef void store(self, i64 path) noexcept nogil
    cdef bint wanted(self, int rank, i64 key) noexcept nogil
    @cython.locals(die=int, last=int, moved=bint, i=int, src=int, dst=int, hit=bint, ends=bint, after=i64, way=i64, added=bint)
    cdef void walk(self, int depth, int first, i64 key, i64 path) noexcept nogil
    @cython.locals(i=int, j=int, src=int, dst=int, new=bint, hit=int, key=i64)
    cdef void walk_pairs(self, int d1, int d2) noexcept nogil
    @cython.locals(dst=int, hit=int, same_checker=bint)
    cdef void second_step(self, int src, int die, int first_src, int first_dst, i64 key, i64 path) noexcept nogil
    @cython.locals(i=int, k=int)
    cdef bint add_spot(self, int p) noexcept nogil
    @cython.locals(i=int, k=int)
    cdef void drop_spot(self, int p) noexcept nogil
    @cython.locals(i=int)
    cdef int node(self, i64 key, int used, i64 path) noexcept nogil
    @cython.locals(stop=int, src=int, dst=int, hit=int, key=i64)
    cdef int expand(self, int i, int edges, int die, int used) noexcept nogil
    @cython.locals(base=int, k=int)
    cdef void lay_out(self, int row) noexcept nogil
