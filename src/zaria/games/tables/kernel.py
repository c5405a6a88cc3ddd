"""Turn generation for the whole tables family: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxd`; nothing here imports Cython. A `Kernel` is one player's scratch pad: give
each thread its own. A board is 26 small ints seen by the player on roll, whose checkers move from 24 to 1:

* `b[1]` … `b[24]`: his checkers on a point are positive, the opponent's negative;
* `b[25]` is his bar, `b[0]` the opponent's bar (negative);
* a pinned checker shares the number of its point: n checkers of his upon one of the opponent's are n + 16,
  n of the opponent's upon one of his are -(n + 16).

Rules come as numbers, in the order of `options.TablesOptions.numbers`; positions must be sound
(`position.parse` sees to it): fifteen checkers a side is what the sizes below are reckoned for.
"""

from zaria.games.tables.board import PINNED

NO_LIMIT = 99
ROWS = 4096
"""No roll has more than 3060 distinct results; the steps of a roll pass through at most 3876 positions."""
EDGES = 16384
SLOTS = 8192
PAIR_SLOTS = 1024
BOTH_DICE = 3
LARGER_DIE = 2
SMALLER_DIE = 1
TEXT = EDGES * 13 + ROWS * 3
"""Bytes of a tree as JSON: at most `[25,6,4095],` for an edge, and `[],` for a node."""
OPEN, CLOSE, COMMA, ZERO = b"[],0"


def zeros(count: int) -> list[int]:
    """Numbers to begin with: a list when interpreted, the cells of a C array when compiled."""
    return [0] * count


def weights(count: int) -> list[int]:
    """Fixed pseudo-random numbers of 58 bits, so that a sum of a few stays within 63."""
    state = 20260101
    found = []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        found.append(state >> 6)
    return found


def sane(src: int, die: int) -> bool:
    """Are these a point or the bar, and a die?  Strangers send numbers of any size."""
    return 1 <= src <= 25 and 1 <= die <= 6


class Kernel:
    """Scratch pad on which the turns of one position are found."""

    def __init__(self) -> None:
        self.b = zeros(26)
        self.dice = zeros(4)
        self.rank_at = zeros(5)
        self.out = zeros(ROWS * 26)
        self.paths = zeros(ROWS)
        self.keys = zeros(ROWS)
        self.slots = zeros(SLOTS)
        self.stamps = zeros(SLOTS)
        self.weight = weights(57)
        self.used = zeros(ROWS)
        self.good = zeros(ROWS)
        self.first_edge = zeros(ROWS + 1)
        self.spots = zeros(26)
        self.spot_count = 0
        self.spare = zeros(26)
        self.begin = zeros(26)
        self.edge_src = zeros(EDGES)
        self.edge_die = zeros(EDGES)
        self.edge_to = zeros(EDGES)
        self.names = zeros(ROWS)
        self.text = zeros(TEXT)
        self.n = 0
        self.rank = 0
        self.stamp = 0
        self.mask = SLOTS - 1
        self.count = 0
        self.dedupe = False
        self.ordered = False
        self.refused = False
        self.left = 0
        self.full = 0
        self.heads = 0
        self.allowed = 0
        self.parallel = 0
        self.facing = zeros(26)
        self.face()
        self.front = 0
        self.lockable = False
        self.held = False
        self.set_rules(0, 0, 0, 0, 0, 0, 0, 0)

    # -- the rules and the position ------------------------------------------------------------------------

    def set_rules(
        self,
        limit: int,
        pin: int,
        parallel: int,
        head: int,
        head_list: int,
        long_move: int,
        six: int,
        mothers: int,
    ) -> None:
        """Take the rules as numbers; see `TablesOptions.numbers`."""
        if parallel != self.parallel:
            self.parallel = parallel
            self.face()
        self.limit = limit
        self.pin = pin
        self.head = head
        self.head_list = head_list
        self.long_move = long_move
        self.six = six
        self.mothers = mothers
        self.opened = 0

    def load(self, rules: tuple[int, ...], board: tuple[int, ...], opened: int) -> None:
        """Take rules, a board and the first player's opening roll (62 for 6-2; 0: not known)."""
        self.set_rules(*rules)
        for k in range(26):
            self.b[k] = board[k]
        self.opened = opened

    def survey(self) -> None:
        """Note what does not change while the player moves."""
        self.find_spots()
        self.held = False
        if self.pin:
            for k in range(1, 25):
                if self.b[k] <= -PINNED:
                    self.held = True
        self.lockable = self.mothers != 0 and self.b[24] <= -PINNED
        self.front = 0
        if self.six:
            self.front = self.foremost()

    def face(self) -> None:
        """Note the opponent's number of each point: facing[0] is our bar seen as his, and so on."""
        self.facing[0] = 25
        self.facing[25] = 0
        for p in range(1, 25):
            if not self.parallel:
                self.facing[p] = 25 - p
            else:
                self.facing[p] = p - 12 if p > 12 else p + 12

    def foremost(self) -> int:
        """The opponent's foremost checker in his own numbers, 0 when one is borne off."""
        men = -self.b[0]
        front = 25
        for q in range(24, 0, -1):
            v = self.b[self.facing[q]]
            if v < 0:
                front = q
                men -= v
        return front if men >= 15 else 0

    # -- single steps --------------------------------------------------------------------------------------

    def highest(self) -> int:
        p = 25
        while p > 0 and self.b[p] <= 0:
            p -= 1
        return p

    def may_bear_off(self, src: int, die: int) -> bool:
        if self.held:
            return False
        top = self.highest()
        return top <= 6 and src in (die, top)

    def may_step(self, src: int, die: int) -> bool:
        """May the checker on src, which is there, move by die?  (The six-block is looked at afterwards.)"""
        if src == 24 and self.heads == 0:
            return False
        if src > die:
            return self.b[src - die] >= self.limit
        return self.may_bear_off(src, die)

    def do_step(self, src: int, dst: int) -> int:
        """Move; returns 1 when a checker was hit or pinned."""
        if src == 24:
            self.heads -= 1
        if self.b[src] == PINNED + 1:
            self.b[src] = -1
        else:
            self.b[src] -= 1
        if dst == 0:
            self.left -= 1
            return 0
        if self.b[dst] == -1:
            if self.pin:
                self.b[dst] = PINNED + 1
            else:
                self.b[dst] = 1
                self.b[0] -= 1
            return 1
        self.b[dst] += 1
        return 0

    def undo_step(self, src: int, dst: int, hit: int) -> None:
        if src == 24:
            self.heads += 1
        if dst == 0:
            self.left += 1
        elif hit:
            self.b[dst] = -1
            if not self.pin:
                self.b[0] += 1
        else:
            self.b[dst] -= 1
        if self.b[src] == -1:
            self.b[src] = PINNED + 1
        else:
            self.b[src] += 1

    def makes_block(self, src: int, dst: int) -> bool:
        """Would dst then belong to six points or more in a row with no opponent's checker beyond them?"""
        if dst == 0:
            return False
        low = self.facing[dst]
        high = low
        left = src if self.b[src] == 1 else 0
        while low > 1 and self.b[self.facing[low - 1]] > 0 and self.facing[low - 1] != left:
            low -= 1
        while high < 24 and self.b[self.facing[high + 1]] > 0 and self.facing[high + 1] != left:
            high += 1
        return high - low >= 5 and self.front >= low

    def change(self, src: int, dst: int, hit: int) -> int:
        """What a step adds to the key of the position.

        The player's own checkers tell positions of one turn apart, and so do hits; pins follow from where
        they stand.
        """
        if hit and not self.pin:
            return self.weight[dst] - self.weight[src] + self.weight[26 + dst]
        return self.weight[dst] - self.weight[src]

    def locked(self) -> bool:
        """Are both sides' last checkers on their 24-points pinned?"""
        return self.lockable and self.b[1] > PINNED

    # -- all distinct results of a roll --------------------------------------------------------------------

    def seen(self, key: int) -> bool:
        """Was the key met since the stamp was raised?  It is now."""
        i = key & self.mask
        while self.stamps[i] == self.stamp:
            if self.slots[i] == key:
                return True
            i = (i + 1) & self.mask
        self.stamps[i] = self.stamp
        self.slots[i] = key
        return False

    def store(self, path: int) -> None:
        base = self.n * 26
        for k in range(26):
            self.out[base + k] = self.b[k]
        self.paths[self.n] = path
        self.n += 1

    def wanted(self, rank: int, key: int) -> bool:
        """Is a position to be kept: none was reached with more of the roll, and it is new?"""
        if rank < self.rank:
            return False
        if rank > self.rank:
            self.rank = rank
            self.n = 0
            self.stamp += 1
        return not (self.dedupe and self.seen(key))

    def walk(self, depth: int, first: int, key: int, path: int) -> None:
        """Play the dice from the depth-th on with checkers from spots[first] on, keeping where it ends.

        A step that ends the game counts as all the dice.
        """
        die = self.dice[depth]
        last = 0 if self.b[25] > 0 else self.spot_count - 1
        moved = False
        for i in range(first, last + 1):
            src = self.spots[i]
            if self.b[src] <= 0 or not self.may_step(src, die):
                continue
            dst = src - die if src > die else 0
            if self.six and self.makes_block(src, dst):
                self.refused = True
                continue
            moved = True
            hit = dst > 0 and self.b[dst] == -1
            ends = self.left == 1 if dst == 0 else hit and dst == 1 and self.lockable
            after = key + self.change(src, dst, hit)
            way = path << 8 | src << 3 | die
            if ends or depth + 1 == self.count:
                if self.wanted(self.full if ends else self.rank_at[depth + 1], after):
                    self.do_step(src, dst)
                    self.store(way)
                    self.undo_step(src, dst, hit)
            else:
                self.do_step(src, dst)
                added = self.add_spot(dst)
                self.walk(depth + 1, i if self.ordered else 0, after, way)
                if added:
                    self.drop_spot(dst)
                self.undo_step(src, dst, hit)
        if not moved and depth > 0 and self.wanted(self.rank_at[depth], key):
            self.store(path)

    def steps_are_free(self) -> bool:
        """Can neither the bar, nor bearing off, nor a lock make one step of two depend on the other?"""
        rear = self.spots[0]
        if rear == 25 or rear <= 6 or self.lockable:
            return False
        return self.b[rear] & 15 > 1 or (self.spot_count > 1 and self.spots[1] > 6)

    def walk_pairs(self, d1: int, d2: int) -> None:
        """Find the results that use both of two different dice when the steps are free.

        Steps of two checkers come to the same in either order, so d1 goes first. Results are met twice only
        where one checker in effect makes both steps: those are looked up, and tried with d2 first as well.
        """
        self.rank = BOTH_DICE
        for i in range(self.spot_count):
            src = self.spots[i]
            if self.may_step(src, d1):
                dst = src - d1
                if self.six and self.makes_block(src, dst):
                    self.refused = True
                    continue
                new = self.b[dst] <= 0
                hit = self.do_step(src, dst)
                key = self.change(src, dst, hit)
                for j in range(self.spot_count):
                    if self.b[self.spots[j]] > 0:
                        self.second_step(self.spots[j], d2, src, dst, key, src << 3 | d1)
                if new:
                    self.second_step(dst, d2, src, dst, key, src << 3 | d1)
                self.undo_step(src, dst, hit)
        for i in range(self.spot_count):
            src = self.spots[i]
            if self.may_step(src, d2) and self.b[src - d2] <= 0:
                dst = src - d2
                if self.six and self.makes_block(src, dst):
                    self.refused = True
                    continue
                hit = self.do_step(src, dst)
                self.second_step(dst, d1, src, dst, self.change(src, dst, hit), src << 3 | d2)
                self.undo_step(src, dst, hit)

    def second_step(self, src: int, die: int, first_src: int, first_dst: int, key: int, path: int) -> None:
        """Keep the result of the second of two free steps if it is legal and new."""
        if not self.may_step(src, die):
            return
        dst = src - die
        if self.six and self.makes_block(src, dst):
            self.refused = True
            return
        hit = 1 if self.b[dst] == -1 else 0
        same_checker = src == first_dst or dst == first_src
        if same_checker and self.seen(key + self.change(src, dst, hit)):
            return
        self.do_step(src, dst)
        self.store(path << 8 | src << 3 | die)
        self.undo_step(src, dst, hit)

    def find_spots(self) -> None:
        """List the points the player holds, the rearmost first, and count his checkers there."""
        self.spot_count = 0
        self.left = 0
        for p in range(25, 0, -1):
            if self.b[p] > 0:
                self.spots[self.spot_count] = p
                self.spot_count += 1
                self.left += self.b[p] & 15

    def add_spot(self, p: int) -> bool:
        """List a point if it is not; points left in between stay listed."""
        i = self.spot_count
        while i > 0 and self.spots[i - 1] < p:
            i -= 1
        if p == 0 or (i > 0 and self.spots[i - 1] == p):
            return False
        for k in range(self.spot_count, i, -1):
            self.spots[k] = self.spots[k - 1]
        self.spots[i] = p
        self.spot_count += 1
        return True

    def drop_spot(self, p: int) -> None:
        i = 0
        while self.spots[i] != p:
            i += 1
        self.spot_count -= 1
        for k in range(i, self.spot_count):
            self.spots[k] = self.spots[k + 1]

    def walk_roll(self, d1: int, d2: int) -> None:
        """Walk all ways to play the dice (d1 >= d2), ranked by how much of the roll they use."""
        if d1 == d2:
            for k in range(4):
                self.dice[k] = d1
                self.rank_at[k + 1] = k + 1
            self.walk(0, 0, 0, 0)
        else:
            self.rank_at[2] = BOTH_DICE
            self.rank_at[1] = LARGER_DIE
            self.dice[0] = d1
            self.dice[1] = d2
            self.walk(0, 0, 0, 0)
            self.rank_at[1] = SMALLER_DIE
            self.dice[0] = d2
            self.dice[1] = d1
            self.walk(0, 0, 0, 0)

    def search(self, d1: int, d2: int, heads: int) -> int:
        """Find the results of a roll (d1 >= d2) when `heads` checkers may leave 24; returns their number.

        Equal dice need not be tried in every order: moving the rear checkers first is always possible and
        reaches each position once. Only a refused six-block can depend on the order; then all orders are
        tried.
        """
        self.begin_again()
        self.allowed = heads
        self.heads = heads
        self.refused = False
        self.ordered = d1 == d2
        self.dedupe = not self.ordered
        self.count = 4 if d1 == d2 else 2
        self.full = 4 if d1 == d2 else BOTH_DICE
        self.mask = PAIR_SLOTS - 1
        if self.dedupe and self.steps_are_free():
            self.walk_pairs(d1, d2)
            if self.n > 0 and not self.refused:
                return self.n
            self.begin_again()
        self.walk_roll(d1, d2)
        if self.ordered and self.refused:
            self.begin_again()
            self.ordered = False
            self.dedupe = True
            self.mask = SLOTS - 1
            self.walk_roll(d1, d2)
        return self.n

    def begin_again(self) -> None:
        self.n = 0
        self.rank = 0
        self.stamp += 1

    def long_move_binds(self) -> bool:
        """Is this a first turn which, if it can, one checker must play alone?"""
        if self.long_move == 0 or self.b[24] != 15:
            return False
        return self.long_move == 2 or self.b[self.facing[24]] == -15

    def second_head(self, d1: int, d2: int) -> bool:
        """May a second checker leave the head in this first turn, where one cannot play the roll?"""
        if self.head_list == 0 or self.b[24] != 15:
            return False
        if d1 == d2 and (d1 == 6 or d1 == 4 or d1 == 3):
            fives_played = self.b[12] == -14 and self.b[16] == -1
            return self.head_list == 2 or d1 != 4 or not fives_played
        if self.head_list == 1 or not (self.opened == 21 or self.opened == 62 or self.opened == 55):
            return False
        return (d1 == 5 and d2 == 5) or (d1 == 6 and d2 == 2)

    def generate(self, d1: int, d2: int) -> int:
        """Find all distinct results of a roll; returns their number (0: the turn passes)."""
        if d1 < d2:
            d1, d2 = d2, d1
        self.survey()
        if self.finished():
            self.n = 0
            self.rank = 0
            return 0
        limit = self.head if self.head > 0 else NO_LIMIT
        if self.long_move_binds():
            self.search(d1, d2, limit)
            most = self.rank
            self.search(d1, d2, 1)
            if self.rank == most:
                return self.n
        self.search(d1, d2, limit)
        if self.head > 0 and self.second_head(d1, d2) and self.rank < self.full:
            self.search(d1, d2, limit + 1)
        return self.n

    def total(self) -> int:
        """Distinct results summed over the 21 rolls, a pass counting one."""
        found = 0
        for d1 in range(1, 7):
            for d2 in range(1, d1 + 1):
                n = self.generate(d1, d2)
                found += n if n > 0 else 1
        return found

    # -- the steps of a roll, for those who play it one by one ---------------------------------------------

    def node(self, n: int, key: int, used: int) -> int:
        """The number of the node with this key; a new one takes the number n."""
        i = key & self.mask
        while self.stamps[i] == self.stamp:
            if self.keys[self.slots[i]] == key:
                return self.slots[i]
            i = (i + 1) & self.mask
        self.stamps[i] = self.stamp
        self.slots[i] = n
        self.keys[n] = key
        self.used[n] = used
        self.n = n
        self.store(0)
        return n

    def expand(self, i: int, edges: int, die: int, used: int) -> int:
        """Add the steps by one die from node i, whose board is laid out; returns the edges so far."""
        stop = 25 if self.b[25] > 0 else 1
        for src in range(25, stop - 1, -1):
            if self.b[src] > 0 and self.may_step(src, die):
                dst = src - die if src > die else 0
                if self.six and self.makes_block(src, dst):
                    continue
                hit = self.do_step(src, dst)
                key = self.keys[i] + self.change(src, dst, hit)
                key += self.weight[52 + used] - self.weight[52 + self.used[i]]
                self.edge_src[edges] = src
                self.edge_die[edges] = die
                self.edge_to[edges] = self.node(self.n, key, used)
                edges += 1
                self.undo_step(src, dst, hit)
        return edges

    def lay_out(self, row: int) -> None:
        base = row * 26
        for k in range(26):
            self.b[k] = self.out[base + k]

    def finished(self) -> bool:
        """Did the last step end the game?"""
        return (self.highest() == 0 and not self.held) or self.locked()

    def used_rank(self, used: int) -> int:
        """The rank of dice used: see `walk_roll`."""
        if self.count == 4 or used == 0 or used == 3:
            return used
        return LARGER_DIE if used == 1 else SMALLER_DIE

    def explore(self, d1: int, d2: int) -> int:
        """Lay out every position that steps of a legal turn pass through; returns their number.

        Nodes are (board, dice used), node 0 the start; `good` marks those from which a legal turn can be
        completed.
        """
        if d1 < d2:
            d1, d2 = d2, d1
        self.generate(d1, d2)
        start_head = self.b[24]
        self.mask = SLOTS - 1
        self.stamp += 1
        self.node(0, self.weight[52], 0)
        edges = 0
        i = 0
        while i < self.n:
            self.lay_out(i)
            self.first_edge[i] = edges
            self.heads = self.allowed - (start_head - self.b[24])
            used = self.used[i]
            self.good[i] = 1 if self.finished() or self.used_rank(used) == self.rank else 0
            if not self.good[i]:
                if self.count == 4:
                    if used < 4:
                        edges = self.expand(i, edges, d1, used + 1)
                else:
                    if not used & 1:
                        edges = self.expand(i, edges, d1, used | 1)
                    if not used & 2:
                        edges = self.expand(i, edges, d2, used | 2)
            i += 1
        self.first_edge[i] = edges
        self.lay_out(0)
        while i > 0:
            i -= 1
            for e in range(self.first_edge[i], self.first_edge[i + 1]):
                if self.good[self.edge_to[e]]:
                    self.good[i] = 1
        return self.n

    # -- for callers in Python -----------------------------------------------------------------------------

    def boards(self) -> list[tuple[int, ...]]:
        """The results found, each as the opponent, who is next, sees it."""
        return [tuple([-self.out[row * 26 + self.facing[k]] for k in range(26)]) for row in range(self.n)]

    def moves(self) -> list[list[tuple[int, int]]]:
        """One sequence of (src, die) for each result found."""
        found = []
        for row in range(self.n):
            path = self.paths[row]
            steps = []
            while path > 0:
                steps.append(((path & 255) >> 3, path & 7))
                path >>= 8
            steps.reverse()
            found.append(steps)
        return found

    def tree(self, d1: int, d2: int) -> bytes:
        """Every way to play the roll step by step, as JSON; see `Position.tree`."""
        return bytes(self.text[: self.write_tree(d1, d2)])

    def write_tree(self, d1: int, d2: int) -> int:
        """Write the nodes from which a legal turn can be completed; returns the length of the text."""
        n = self.explore(d1, d2)
        named = 0
        for i in range(n):
            if self.good[i]:
                self.names[i] = named
                named += 1
        at = 0
        for i in range(n):
            if self.good[i]:
                self.text[at] = COMMA if at > 0 else OPEN
                at = self.write_edges(i, at + 1)
        self.text[at] = CLOSE
        return at + 1

    def write_edges(self, i: int, at: int) -> int:
        """Write the steps from a node; returns where they end, as do the functions below."""
        start = at
        self.text[at] = OPEN
        at += 1
        for e in range(self.first_edge[i], self.first_edge[i + 1]):
            to = self.edge_to[e]
            if self.good[to]:
                if at > start + 1:
                    self.text[at] = COMMA
                    at += 1
                self.text[at] = OPEN
                at = self.write_number(self.edge_src[e], at + 1)
                self.text[at] = COMMA
                at = self.write_number(self.edge_die[e], at + 1)
                self.text[at] = COMMA
                at = self.write_number(self.names[to], at + 1)
                self.text[at] = CLOSE
                at += 1
        self.text[at] = CLOSE
        return at + 1

    def write_number(self, number: int, at: int) -> int:
        size = 1
        limit = 10
        while number >= limit:
            size += 1
            limit *= 10
        for k in range(at + size - 1, at - 1, -1):
            self.text[k] = ZERO + number % 10
            number //= 10
        return at + size

    def follow(self, moves: list[tuple[int, int]]) -> tuple[tuple[int, ...], list[int]] | None:
        """Make steps one after another, whatever the roll.

        Returns the board as the opponent then sees it and which steps hit; None when one is not legal.
        """
        self.survey()
        self.heads = NO_LIMIT
        hits = []
        for src, die in moves:
            if not (sane(src, die) and self.steps_legally(src, die)):
                return None
            hits.append(self.do_step(src, src - die if src > die else 0))
        return tuple([-self.b[self.facing[k]] for k in range(26)]), hits

    def steps_legally(self, src: int, die: int) -> bool:
        """Is this step of any point and die legal on the board laid out?"""
        if self.b[src] <= 0 or self.finished():
            return False
        if (self.b[25] > 0 and src != 25) or not self.may_step(src, die):
            return False
        return not (self.six and self.makes_block(src, src - die if src > die else 0))

    def completes(self, d1: int, d2: int, moves: list[tuple[int, int]]) -> bool:
        """Are these steps, in this order, a complete legal turn?"""
        if d1 < d2:
            d1, d2 = d2, d1
        self.generate(d1, d2)
        self.heads = self.allowed
        used = 0
        for src, die in moves:
            if not sane(src, die):
                return False
            used = self.use(used, d1, d2, die)
            if used < 0 or not self.steps_legally(src, die):
                return False
            self.do_step(src, src - die if src > die else 0)
        if used > 0 and self.finished():
            return True
        return self.used_rank(used) == self.rank

    def use(self, used: int, d1: int, d2: int, die: int) -> int:
        """The dice used after one more, -1 when the roll does not hold it (any more)."""
        if d1 == d2:
            return used + 1 if die == d1 and used < 4 else -1
        if die == d1 and not used & 1:
            return used | 1
        if die == d2 and not used & 2:
            return used | 2
        return -1

    # -- random games --------------------------------------------------------------------------------------

    def flip(self) -> None:
        """Hand the board to the opponent."""
        for k in range(26):
            self.spare[k] = self.b[k]
        for k in range(26):
            self.b[k] = -self.spare[self.facing[k]]

    def playouts(self, games: int, seed: int) -> int:
        """Play random games from the board laid out, finding every turn of each roll; returns the rolls.

        A locked game (both mothers pinned) and one where nothing moved for a hundred rolls end there.
        """
        for k in range(26):
            self.begin[k] = self.b[k]
        rolls = 0
        for _game in range(games):
            for k in range(26):
                self.b[k] = self.begin[k]
            idle = 0
            while idle < 100:
                seed = seed * 48271 % 2147483647
                d1 = seed % 6 + 1
                seed = seed * 48271 % 2147483647
                n = self.generate(d1, seed % 6 + 1)
                rolls += 1
                idle += 1
                if n > 0:
                    idle = 0
                    seed = seed * 48271 % 2147483647
                    self.lay_out(seed % n)
                    if self.finished():
                        break
                self.flip()
        return rolls


def kernel_is_compiled() -> bool:
    """Does the compiled kernel run, or the same source interpreted (some hundred times slower)?"""
    return not __file__.endswith(".py")
