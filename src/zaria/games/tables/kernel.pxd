# The C types of kernel.py. The sizes are those of its constants ROWS, EDGES, SLOTS and TEXT.
cimport cython

ctypedef signed char i8
ctypedef long long i64

cdef int MEN, PINNED, NO_LIMIT, ROWS, EDGES, WIDEST, SLOTS, PAIR_SLOTS, BOTH_DICE, LARGER_DIE, SMALLER_DIE, PRINCIPLE, EACH_STEP, END_OF_TURN, STRUCK_POINT, SPOILT, TEXT
cdef int OPEN, CLOSE, COMMA, ZERO

@cython.final
cdef class Kernel:
    cdef i8 b[26]
    cdef int limit, pin, parallel, head, head_list, long_move, six, mothers, caucasus, off_ban, opened, gone
    cdef int n, rank, count, heads, allowed, front, left, full
    cdef int mask, piles, blots
    cdef unsigned int stamp
    cdef bint base, doublet, dedupe, ordered, refused, lockable, held, six_step, piled, hitters_off, laying, spilt
    cdef tuple rules
    cdef int dice[4]
    cdef int rank_at[5]
    cdef i64 weight[57]
    cdef i64 pile_weight
    cdef i8 spots[26]
    cdef int spot_count
    cdef i8 spare[26]
    cdef i8 men[26]
    cdef i8 begin[26]
    cdef i8 facing[26]
    cdef unsigned int stamps[8192]
    cdef i64 slots[8192]
    cdef i64 paths[4096]
    cdef i64 keys[4096]
    cdef i8 used[4096]
    cdef i8 good[4096]
    cdef i8 worth[4096]
    cdef int piles_at[4096]
    cdef int first_edge[4097]
    cdef i8 edge_src[16384]
    cdef i8 edge_die[16384]
    cdef int edge_to[16384]
    cdef i8 out[106496]
    cdef int names[4096]
    cdef i8 text[225280]

    @cython.locals(k=int)
    cpdef void load(self, tuple rules, tuple board, int opened=*, int heads=*, bint base=*) except *
    @cython.locals(k=int)
    cdef void survey(self) noexcept nogil
    @cython.locals(p=int)
    cdef void face(self) noexcept nogil
    @cython.locals(men=int, front=int, q=int, v=int)
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
    cdef bint roomy(self, int edges) noexcept nogil
    @cython.locals(i=int, e=int)
    cdef int explore(self, int d1, int d2, int times) noexcept nogil

    @cython.locals(n=int, named=int, i=int, at=int)
    cdef int write_tree(self, int d1, int d2, int times) noexcept nogil
    @cython.locals(start=int, e=int, to=int)
    cdef int write_edges(self, int i, int at) noexcept nogil
    @cython.locals(size=int, limit=int, k=int)
    cdef int write_number(self, int number, int at) noexcept nogil

    cdef bint steps_legally(self, int src, int die) noexcept nogil
    cdef int make(self, int src, int die) noexcept nogil
    cdef tuple handed_over(self)
    cdef bint known_best(self, int d1, int d2, int made, int times) noexcept nogil
    @cython.locals(src=int)
    cdef bint stirs(self, int d1, int d2) noexcept nogil
    cdef int use(self, int used, int d1, int d2, int die) noexcept nogil

    @cython.locals(pips=int)
    cdef tuple side(self)
    @cython.locals(left=int, pips=int, p=int, v=int)
    cdef int tally(self) noexcept nogil
    @cython.locals(p=int)
    cdef int rearmost(self) noexcept nogil

    @cython.locals(k=int)
    cdef void flip(self) noexcept nogil
    @cython.locals(k=int, rolls=i64, _game=i64, idle=int, d1=int, n=int)
    cpdef i64 playouts(self, i64 games, i64 seed) noexcept nogil
