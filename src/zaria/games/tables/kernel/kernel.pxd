# The C types of kernel.py.
cimport cython

ctypedef signed char i8
ctypedef long long i64

cdef enum:
    # Sizes as C needs them: C_X is X of kernel.py, and a test compares them.
    C_ROWS = 4096
    C_EDGES = 16384
    C_SLOTS = 8192
    C_TEXT = 225280
    POINTS = 26  # those of a board: the bar, 24 points, the opponent's bar

cdef int PINNED, NO_LIMIT, ROWS, EDGES, WIDEST, SLOTS, PAIR_SLOTS, TEXT
cdef int BOTH_DICE, LARGER_DIE, SMALLER_DIE, PRINCIPLE, EACH_STEP, END_OF_TURN, STRUCK_POINT, SPOILT

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
    cdef bint six_step  # whether that is after each step
    cdef int mothers  # whether a game with both last checkers on 24 pinned starts again
    cdef int caucasus  # whether a checker that hit in the home may neither hide nor leave
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
    cdef bint lockable  # whether the opponent's last checker on its 24 is still there, pinned
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

    # hash table
    cdef unsigned int stamps[C_SLOTS]  # the search by which a slot was filled
    cdef i64 slots[C_SLOTS]  # hash table of keys, or of nodes

    # results and nodes
    cdef i64 paths[C_ROWS]  # the steps to each, nine bits a step: hit, src, die
    cdef i64 keys[C_ROWS]  # what tells each from the others
    cdef i8 used[C_ROWS]  # the dice used: how many equal ones; else 1 the larger, 2 the smaller, 3 both
    cdef i8 good[C_ROWS]  # whether a legal turn can be completed from there
    cdef i8 worth[C_ROWS]  # the rank of a turn that ends there, or SPOILT
    cdef int piles_at[C_ROWS]  # the piles there
    cdef int first_edge[C_ROWS + 1]  # where the steps from each begin
    cdef i8 edge_src[C_EDGES]  # from which point a step goes
    cdef i8 edge_die[C_EDGES]  # by which die
    cdef int edge_to[C_EDGES]  # to which node
    cdef i8 out[C_ROWS * POINTS]  # their boards

    # the tree as text
    cdef int names[C_ROWS]  # tree: the number of a good node
    cdef i8 text[C_TEXT]  # tree: the JSON

    cpdef void set_rules(self, object rules) except *
    @cython.locals(k=int)
    cpdef void load_position(self, object rules, tuple board, int opened=*, int heads=*, bint base=*) except *
    @cython.locals(k=int)
    cdef void survey(self) noexcept nogil
    @cython.locals(p=int)
    cdef void face(self) noexcept nogil
    @cython.locals(theirs=int, front=int, q=int, v=int)
    cdef int foremost(self) noexcept nogil
    @cython.locals(p=int)
    cdef int highest(self) noexcept nogil
    @cython.locals(top=int)
    cdef bint may_bear_off(self, int src, int die) noexcept nogil
    cdef bint may_step(self, int src, int die) noexcept nogil
    cdef int do_step(self, int src, int dst) noexcept nogil
    cdef void undo_step(self, int src, int dst, int hit) noexcept nogil
    @cython.locals(low=int, high=int, left=int)
    cdef bint makes_block(self, int src, int dst) noexcept nogil
    @cython.locals(row=int, q=int)
    cdef bint blocked(self) noexcept nogil
    cdef i64 change(self, int src, int dst, int hit) noexcept nogil
    cdef bint locked(self) noexcept nogil
    cdef bint finished(self) noexcept nogil
    @cython.locals(hitter=int, pile=int)
    cdef void shift(self, int src, int dst) noexcept nogil
    cdef int pile(self, int p) noexcept nogil
    cdef bint hitter_on(self, int p) noexcept nogil
    cdef bint must_stay(self, int p) noexcept nogil
    @cython.locals(p=int, pile=int)
    cdef bint hidden(self) noexcept nogil
    @cython.locals(i=int)
    cdef bint seen(self, i64 key) noexcept nogil
    @cython.locals(base=int, k=int)
    cdef void store(self, i64 path) noexcept nogil
    cdef bint wanted(self, int rank, i64 key) noexcept nogil
    @cython.locals(die=int, last=int, moved=bint, i=int, src=int, dst=int, hit=bint, ends=bint, after=i64, way=i64, added=bint)
    cdef void walk(self, int depth, int first, i64 key, i64 path) noexcept nogil
    cdef void begin_again(self) noexcept nogil
    @cython.locals(rear=int)
    cdef bint steps_are_free(self) noexcept nogil
    @cython.locals(i=int, j=int, src=int, dst=int, new=bint, hit=int, key=i64)
    cdef void walk_pairs(self, int d1, int d2) noexcept nogil
    @cython.locals(dst=int, hit=int, same_checker=bint)
    cdef void second_step(self, int src, int die, int first_src, int first_dst, i64 key, i64 path) noexcept nogil
    @cython.locals(p=int)
    cdef void find_spots(self) noexcept nogil
    @cython.locals(i=int, k=int)
    cdef bint add_spot(self, int p) noexcept nogil
    @cython.locals(i=int, k=int)
    cdef void drop_spot(self, int p) noexcept nogil
    @cython.locals(k=int)
    cdef void walk_roll(self, int d1, int d2) noexcept nogil
    cdef void search(self, int d1, int d2, int times, int heads) noexcept nogil
    cdef void take_up(self, int d1, int d2, int times, int heads) noexcept nogil
    cdef void sweep(self, int d1, int d2) noexcept nogil
    cdef bint first_turn(self) noexcept nogil
    cdef bint long_move_binds(self) noexcept nogil
    @cython.locals(fives_played=bint)
    cdef bint second_head(self, int d1, int d2) noexcept nogil
    cdef bint no_roll(self, int d1, int d2, int times) noexcept nogil
    cdef int head_limit(self) noexcept nogil
    @cython.locals(limit=int, most=int)
    cpdef int generate(self, int d1, int d2, int times=*) noexcept nogil
    @cython.locals(found=int, d1=int, d2=int, n=int)
    cpdef int total(self) noexcept nogil
    cdef bint steps_matter(self) noexcept nogil
    @cython.locals(k=int, kept=int, row=int)
    cdef void drop_blocks(self) noexcept nogil
    @cython.locals(k=int)
    cdef void keep(self, int row, int kept) noexcept nogil
    @cython.locals(p=int, outside=int)
    cdef bint hits_are_judged(self) noexcept nogil
    @cython.locals(p=int)
    cdef bint may_hit_at_home(self) noexcept nogil
    @cython.locals(p=int, row=int)
    cdef bint hits_at_home(self) noexcept nogil
    @cython.locals(path=i64)
    cdef bint bears_off(self, int row) noexcept nogil
    @cython.locals(i=int, nodes=int, key=i64)
    cdef void gather(self) noexcept nogil
    cdef bint fair(self) noexcept nogil
    @cython.locals(i=int)
    cdef int node(self, i64 key, int used, i64 path) noexcept nogil
    @cython.locals(stop=int, src=int, dst=int, hit=int, key=i64)
    cdef int expand(self, int i, int edges, int die, int used) noexcept nogil
    @cython.locals(base=int, k=int)
    cdef void lay_out(self, int row) noexcept nogil
    cdef int used_rank(self, int used) noexcept nogil
    cdef int worth_of(self, int used) noexcept nogil
    @cython.locals(most=int)
    cdef void lay_steps(self, int d1, int d2) noexcept nogil
    @cython.locals(start_head=int, edges=int, i=int, used=int, worth=int)
    cdef void spread(self, int d1, int d2) noexcept nogil
    cdef bint ensure_capacity(self, int edges) noexcept nogil
    @cython.locals(k=int)
    cdef void flip(self) noexcept nogil
    cpdef void check(self) except *
