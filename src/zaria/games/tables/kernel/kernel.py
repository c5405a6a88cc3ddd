"""Turn generation for the whole tables family: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxd`; nothing here imports Cython. A `Kernel` is one player's scratch pad: give
each thread its own. A board is 26 small ints seen by the player on roll, whose checkers move from 24 to 1:

* `b[1]` … `b[24]`: own checkers on a point are positive, the opponent's negative;
* `b[25]` is the own bar, `b[0]` the opponent's bar (negative);
* a pinned checker shares the number of its point: n own checkers upon one of the opponent's are n + 16,
n of the opponent's upon an own one are -(n + 16).

The class is final and holds what calls itself most: single steps, which checkers hit, the results of a roll,
and where not every turn may end as it likes. What reads its results stands in sibling modules, as typed
functions that take a `Kernel`: `tree`, `api`, `counts`, `playout`. Base classes would cost a fifth.

Rules come as `KernelRules`. Positions must be sound, as `TablesGame.parse` leaves them: the sizes below are
those for fifteen checkers a side.
"""

from zaria.games.tables.board import PINNED
from zaria.games.tables.kernel.rules import KernelRules

NO_LIMIT = 99
ROWS = 4096
"""No roll has more than 3060 distinct results; the steps of a roll pass through at most 3876 positions.

Where hitting checkers are distinguished there may be more, without a proved bound: the widest roll that a
search found has 2959. `ensure_capacity` stops before a write beyond the end.
"""
EDGES = 16384
WIDEST = 30
"""Steps from one node at most: from fifteen points by two dice."""
SLOTS = 8192
PAIR_SLOTS = 1024
BOTH_DICE = 3
LARGER_DIE = 2
SMALLER_DIE = 1
PRINCIPLE = 3
"""The head list that is none: whatever the roll."""
EACH_STEP = 1
END_OF_TURN = 2
"""When the six-block is looked for."""
STRUCK_POINT = 2
"""The ban of hit and off that holds for the whole point; 1 is that of the checker which hit."""
SPOILT = -1
"""What a turn is worth that may not end where it does."""
TEXT = EDGES * 13 + ROWS * 3
"""Bytes of a tree as JSON: at most `[25,6,4095],` for an edge, and `[],` for a node."""


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
        self.pile_weight = self.weight[25] >> 28
        self.used = zeros(ROWS)
        self.good = zeros(ROWS)
        self.worth = zeros(ROWS)
        self.piles_at = zeros(ROWS)
        self.piles = 0
        self.blots = 0
        self.spilt = False
        self.piled = False
        self.hitters_off = False
        self.laying = False
        self.first_edge = zeros(ROWS + 1)
        self.spots = zeros(26)
        self.spot_count = 0
        self.spare = zeros(26)
        self.checkers = zeros(26)
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
        self.doublet = False
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
        self.set_rules(KernelRules())

    # -- the rules and the position ------------------------------------------------------------------------

    def set_rules(self, rules: KernelRules) -> None:
        """Take the rules."""
        self.rules: KernelRules = rules
        if rules.parallel != self.parallel:
            self.parallel = rules.parallel
            self.face()
        self.limit = rules.limit
        self.pin = rules.pin
        self.head = rules.head
        self.head_list = rules.head_list
        self.long_move = rules.first_long_move
        self.six = rules.six_block
        self.six_step = self.six == EACH_STEP
        self.mothers = rules.mothers
        self.caucasus = rules.caucasus
        self.off_ban = rules.off_ban
        self.opened = 0
        self.gone = 0
        self.base = True

    def load_position(
        self,
        rules: KernelRules,
        board: tuple[int, ...],
        opened: int = 0,
        heads: int = 0,
        base: bool = True,
    ) -> None:
        """Take rules, a board and the first player's opening roll (62 for 6-2; 0: not known).

        `heads` checkers have left the 24-point earlier in this turn; `base` is false where the dice are a
        later stage of a ladder or the rest of the opponent's roll: the rules of first turns are then off.
        """
        if rules is not self.rules:
            self.set_rules(rules)
        for k in range(26):
            self.b[k] = board[k]
        self.opened = opened
        self.gone = heads
        self.base = base

    def survey(self) -> None:
        """Note what does not change while the player moves."""
        self.find_spots()
        self.piled = False
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
        """Note the opponent's number of each point: facing[0] is our bar, and so on."""
        self.facing[0] = 25
        self.facing[25] = 0
        for p in range(1, 25):
            if not self.parallel:
                self.facing[p] = 25 - p
            else:
                self.facing[p] = p - 12 if p > 12 else p + 12

    def foremost(self) -> int:
        """The opponent's foremost checker in its own numbers, 0 when one is borne off."""
        theirs = -self.b[0]
        front = 25
        for q in range(24, 0, -1):
            v = self.b[self.facing[q]]
            if v < 0:
                front = q
                theirs -= v
        return front if theirs >= 15 else 0

    # -- single steps --------------------------------------------------------------------------------------

    def highest(self) -> int:
        p = 25
        while p > 0 and self.b[p] <= 0:
            p -= 1
        return p

    def may_bear_off(self, src: int, die: int) -> bool:
        if self.held or (self.piled and self.must_stay(src)):
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
        if self.piled:
            self.shift(src, dst)
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

    def blocked(self) -> bool:
        """Are there six points in a row with no opponent's checker beyond them?"""
        row = 0
        for q in range(1, self.front):
            row = row + 1 if self.b[self.facing[q]] > 0 else 0
            if row == 6:
                return True
        return False

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

    def finished(self) -> bool:
        """Did the last step end the game?"""
        return (self.highest() == 0 and not self.held) or self.locked()

    # -- checkers that hit in the home ---------------------------------------------------------------------

    def shift(self, src: int, dst: int) -> None:
        """Take a checker from the pile on src to that on dst, before it moves on the board.

        The last to come to a point is the first to leave it. `piles` has four bits for each point of the
        home, one for each checker from the top, set if it has hit: more do not come there in a turn.
        """
        hitter = 0
        if src <= 6:
            pile = self.pile(src)
            hitter = pile & 1
            self.piles -= (pile - (pile >> 1)) << 4 * (src - 1)
        if 1 <= dst <= 6:
            if self.b[dst] == -1:
                hitter = 1
            pile = self.pile(dst)
            self.piles += (pile + hitter) << 4 * (dst - 1)

    def pile(self, p: int) -> int:
        """The bits of a point in the home."""
        return self.piles >> 4 * (p - 1) & 15

    def hitter_on(self, p: int) -> bool:
        """Did the checker on top of a point hit in the home this turn?"""
        return self.pile(p) & 1 > 0

    def must_stay(self, p: int) -> bool:
        """Is the checker on top of a point in the home not to be borne off after the hits of this turn?

        Where the whole point is banned, so is whatever stands where the opponent had a lone checker.
        """
        if self.hitters_off:
            return False
        return self.hitter_on(p) or (self.off_ban == STRUCK_POINT and self.blots >> p & 1 > 0)

    def hidden(self) -> bool:
        """Does a checker that hit in the home lie upon another?"""
        for p in range(1, 7):
            pile = self.pile(p)
            if pile > 0 and pile != 1 << (self.b[p] - 1):
                return True
        return False

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
            if self.six_step and self.makes_block(src, dst):
                self.refused = True
                continue
            moved = True
            hit = dst > 0 and self.b[dst] == -1
            ends = self.left == 1 if dst == 0 else hit and dst == 1 and self.lockable
            after = key + self.change(src, dst, hit)
            way = path << 9 | hit << 8 | src << 3 | die
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
                if self.six_step and self.makes_block(src, dst):
                    self.refused = True
                    continue
                new = self.b[dst] <= 0
                hit = self.do_step(src, dst)
                key = self.change(src, dst, hit)
                for j in range(self.spot_count):
                    if self.b[self.spots[j]] > 0:
                        self.second_step(self.spots[j], d2, src, dst, key, hit << 8 | src << 3 | d1)
                if new:
                    self.second_step(dst, d2, src, dst, key, hit << 8 | src << 3 | d1)
                self.undo_step(src, dst, hit)
        for i in range(self.spot_count):
            src = self.spots[i]
            if self.may_step(src, d2) and self.b[src - d2] <= 0:
                dst = src - d2
                if self.six_step and self.makes_block(src, dst):
                    self.refused = True
                    continue
                hit = self.do_step(src, dst)
                key = self.change(src, dst, hit)
                self.second_step(dst, d1, src, dst, key, hit << 8 | src << 3 | d2)
                self.undo_step(src, dst, hit)

    def second_step(self, src: int, die: int, first_src: int, first_dst: int, key: int, path: int) -> None:
        """Keep the result of the second of two free steps if it is legal and new."""
        if not self.may_step(src, die):
            return
        dst = src - die
        if self.six_step and self.makes_block(src, dst):
            self.refused = True
            return
        hit = 1 if self.b[dst] == -1 else 0
        same_checker = src == first_dst or dst == first_src
        if same_checker and self.seen(key + self.change(src, dst, hit)):
            return
        self.do_step(src, dst)
        self.store(path << 9 | hit << 8 | src << 3 | die)
        self.undo_step(src, dst, hit)

    def find_spots(self) -> None:
        """List the points the player holds, the rearmost first, and count the checkers there."""
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

    def search(self, d1: int, d2: int, times: int, heads: int) -> None:
        """Find the results of a roll (d1 >= d2), or its steps, when `heads` checkers may leave 24."""
        self.take_up(d1, d2, times, heads)
        if self.laying:
            self.lay_steps(d1, d2)
            return
        self.sweep(d1, d2)
        if self.n > 0 and self.steps_matter():
            self.lay_steps(d1, d2)
            self.gather()

    def take_up(self, d1: int, d2: int, times: int, heads: int) -> None:
        """Note the roll, and how many checkers may leave 24."""
        self.piled = False
        self.allowed = heads
        self.doublet = d1 == d2
        self.count = times if self.doublet else 2
        self.full = times if self.doublet else BOTH_DICE

    def sweep(self, d1: int, d2: int) -> None:
        """Find the results of a roll wherever a turn may end.

        Equal dice need not be tried in every order: moving the rear checkers first is always possible and
        reaches each position once. Only a refused six-block can depend on the order; then all orders are
        tried.
        """
        self.begin_again()
        self.heads = self.allowed
        self.refused = False
        self.ordered = self.doublet
        self.dedupe = not self.ordered
        self.mask = PAIR_SLOTS - 1
        if self.dedupe and self.steps_are_free():
            self.walk_pairs(d1, d2)
            if self.n > 0 and not self.refused:
                return
            self.begin_again()
        self.walk_roll(d1, d2)
        if self.ordered and self.refused:
            self.begin_again()
            self.ordered = False
            self.dedupe = True
            self.mask = SLOTS - 1
            self.walk_roll(d1, d2)

    def begin_again(self) -> None:
        self.n = 0
        self.rank = 0
        self.stamp += 1

    def first_turn(self) -> bool:
        """Is this the player's own roll with all checkers on the head?"""
        return self.base and self.b[24] == 15

    def long_move_binds(self) -> bool:
        """Is this a first turn which, if it can, one checker must play alone?"""
        if self.long_move == 0 or not self.first_turn():
            return False
        return self.long_move == 2 or self.b[self.facing[24]] == -15

    def second_head(self, d1: int, d2: int) -> bool:
        """May a second checker leave the head in this first turn, where one cannot play the roll?"""
        if self.head_list == 0 or not self.first_turn():
            return False
        if self.head_list == PRINCIPLE:
            return True
        if d1 == d2 and (d1 == 6 or d1 == 4 or d1 == 3):
            fives_played = self.b[12] == -14 and self.b[16] == -1
            return self.head_list == 2 or d1 != 4 or not fives_played
        if self.head_list == 1 or not (self.opened == 21 or self.opened == 62 or self.opened == 55):
            return False
        return (d1 == 5 and d2 == 5) or (d1 == 6 and d2 == 2)

    def no_roll(self, d1: int, d2: int, times: int) -> bool:
        """Are these no dice (d1 >= d2) that could be rolled?"""
        return d2 < 1 or d1 > 6 or times < 1 or times > 4

    def head_limit(self) -> int:
        """How many checkers may leave 24, but for first turns."""
        if self.head == 0:
            return NO_LIMIT
        return self.head - self.gone if self.head > self.gone else 0

    def generate(self, d1: int, d2: int, times: int = 4) -> int:
        """Find all distinct results of a roll; returns their number (0: the turn passes).

        Equal dice are played `times` times, 1 to 4; a single die is equal dice played once.
        """
        if d1 < d2:
            d1, d2 = d2, d1
        self.spilt = self.no_roll(d1, d2, times)
        if self.spilt:
            self.n = 0
            return 0
        self.survey()
        if self.finished() and not self.laying:
            self.n = 0
            self.rank = 0
            return 0
        limit = self.head_limit()
        if self.long_move_binds():
            self.search(d1, d2, times, limit)
            most = self.rank
            self.search(d1, d2, times, 1)
            if self.rank == most:
                return self.n
        self.search(d1, d2, times, limit)
        if self.head > 0 and self.second_head(d1, d2) and self.rank < self.full:
            self.search(d1, d2, times, limit + 1)
        return self.n

    def total(self) -> int:
        """Distinct results summed over the 21 rolls, a pass counting one."""
        found = 0
        for d1 in range(1, 7):
            for d2 in range(1, d1 + 1):
                n = self.generate(d1, d2)
                found += n if n > 0 else 1
        return found

    # -- results where not every turn may end so -----------------------------------------------------------

    def steps_matter(self) -> bool:
        """Must every order of steps be tried, for where turns may end?  Else the results found are right."""
        if self.six == END_OF_TURN:
            self.drop_blocks()
            return self.n == 0
        return self.hits_are_judged() and self.hits_at_home()

    def hits_are_judged(self) -> bool:
        """Can it matter in this roll which checkers hit in the home?

        A ban of bearing off asks nothing where the roll cannot bring all home and take one off.
        """
        if self.caucasus != 0 or self.off_ban == 0:
            return self.caucasus != 0
        outside = 0
        for p in range(7, 26):
            if self.b[p] > 0:
                outside += self.b[p]
        return outside < self.count

    def drop_blocks(self) -> None:
        """Keep the results without a forbidden six-block."""
        for k in range(26):
            self.spare[k] = self.b[k]
        kept = 0
        for row in range(self.n):
            self.lay_out(row)
            if not self.blocked():
                self.keep(row, kept)
                kept += 1
        for k in range(26):
            self.b[k] = self.spare[k]
        self.n = kept

    def keep(self, row: int, kept: int) -> None:
        """Move a result up to a row that is no longer wanted."""
        for k in range(26):
            self.out[kept * 26 + k] = self.out[row * 26 + k]
        self.paths[kept] = self.paths[row]

    def may_hit_at_home(self) -> bool:
        """Note the opponent's lone checkers in the player's home; are there any?"""
        self.blots = 0
        for p in range(1, 7):
            if self.b[p] == -1:
                self.blots |= 1 << p
        return self.blots > 0

    def hits_at_home(self) -> bool:
        """Was a checker hit in the player's home in any of the results, so that it is judged?

        A ban of bearing off has nothing to say to those in which nothing was borne off.
        """
        for p in range(1, 7):
            if self.b[p] == -1:
                for row in range(self.n):
                    if self.out[row * 26 + p] != -1 and (self.caucasus != 0 or self.bears_off(row)):
                        return True
        return False

    def bears_off(self, row: int) -> bool:
        """Was a checker borne off on the way to a result?"""
        path = self.paths[row]
        while path > 0:
            if (path & 255) >> 3 <= path & 7:
                return True
            path >>= 9
        return False

    def gather(self) -> None:
        """Keep of the positions laid out the results: those a turn may end on and that are worth most."""
        nodes = self.n
        self.n = 0
        self.stamp += 1
        for i in range(1, nodes):
            key = self.keys[i] - self.weight[52 + self.used[i]] - self.piles_at[i] * self.pile_weight
            if self.worth[i] == self.rank and not self.seen(key):
                self.keep(i, self.n)
                self.n += 1

    def fair(self) -> bool:
        """May a turn end on the board laid out?"""
        if self.six == END_OF_TURN:
            return not self.blocked()
        return not (self.piled and self.caucasus and self.hidden())

    # -- the steps of a roll, for those who play it one by one ---------------------------------------------

    def node(self, key: int, used: int, path: int) -> int:
        """The number of the node with this key; a new one is the board laid out."""
        i = key & self.mask
        while self.stamps[i] == self.stamp:
            if self.keys[self.slots[i]] == key:
                return self.slots[i]
            i = (i + 1) & self.mask
        self.stamps[i] = self.stamp
        self.slots[i] = self.n
        self.keys[self.n] = key
        self.used[self.n] = used
        self.piles_at[self.n] = self.piles
        self.store(path)
        return self.n - 1

    def expand(self, i: int, edges: int, die: int, used: int) -> int:
        """Add the steps by one die from node i, whose board is laid out; returns the edges so far."""
        stop = 25 if self.b[25] > 0 else 1
        for src in range(25, stop - 1, -1):
            if self.b[src] > 0 and self.may_step(src, die):
                dst = src - die if src > die else 0
                if self.six_step and self.makes_block(src, dst):
                    continue
                hit = self.do_step(src, dst)
                key = self.keys[i] + self.change(src, dst, hit)
                key += self.weight[52 + used] - self.weight[52 + self.used[i]]
                key += (self.piles - self.piles_at[i]) * self.pile_weight
                self.edge_src[edges] = src
                self.edge_die[edges] = die
                self.edge_to[edges] = self.node(key, used, self.paths[i] << 9 | hit << 8 | src << 3 | die)
                edges += 1
                self.undo_step(src, dst, hit)
                self.piles = self.piles_at[i]
        return edges

    def lay_out(self, row: int) -> None:
        base = row * 26
        for k in range(26):
            self.b[k] = self.out[base + k]

    def used_rank(self, used: int) -> int:
        """The rank of dice used: see `walk_roll`."""
        if self.doublet or used == 0 or used == 3:
            return used
        return LARGER_DIE if used == 1 else SMALLER_DIE

    def worth_of(self, used: int) -> int:
        """The rank of a turn that ends on the board laid out, or SPOILT."""
        if self.finished():
            return self.full
        return self.used_rank(used) if used == 0 or self.fair() else SPOILT

    def lay_steps(self, d1: int, d2: int) -> None:
        """Lay out what the steps lead to, knowing which checkers hit in the home where that is asked for.

        By the caucasus such a checker is borne off only where else less of the roll could be played. The ban
        of the whole point holds then, too.
        """
        self.piled = self.hits_are_judged() and self.may_hit_at_home()
        self.hitters_off = False
        self.spread(d1, d2)
        if self.piled and self.caucasus and self.off_ban != STRUCK_POINT and self.rank < self.full:
            most = self.rank
            self.hitters_off = True
            self.spread(d1, d2)
            if self.rank == most:
                self.hitters_off = False
                self.spread(d1, d2)

    def spread(self, d1: int, d2: int) -> None:
        """Lay out the positions that steps lead to, and find the rank of the best turn.

        Nodes are (board, dice used, piles), node 0 the start.
        """
        start_head = self.b[24]
        self.mask = SLOTS - 1
        self.stamp += 1
        self.rank = 0
        self.n = 0
        self.piles = 0
        self.node(self.weight[52], 0, 0)
        edges = 0
        i = 0
        while i < self.n and self.ensure_capacity(edges):
            self.lay_out(i)
            self.first_edge[i] = edges
            self.heads = self.allowed - (start_head - self.b[24])
            self.piles = self.piles_at[i]
            used = self.used[i]
            worth = self.worth_of(used)
            self.worth[i] = worth
            self.rank = max(self.rank, worth)
            if worth < self.full:
                if self.doublet:
                    if used < self.count:
                        edges = self.expand(i, edges, d1, used + 1)
                else:
                    if not used & 1:
                        edges = self.expand(i, edges, d1, used | 1)
                    if not used & 2:
                        edges = self.expand(i, edges, d2, used | 2)
            i += 1
        self.first_edge[i] = edges
        self.lay_out(0)
        self.piles = 0

    def ensure_capacity(self, edges: int) -> bool:
        """Is there room for all steps from one more node?  If not, nothing counts as found; see `check`."""
        if self.n + WIDEST <= ROWS and edges + WIDEST <= EDGES:
            return True
        self.spilt = True
        self.n = 0
        return False

    def check(self) -> None:
        """Raise `OverflowError` when the roll asked for is none, or is one that the tables cannot hold."""
        if self.spilt:
            raise OverflowError("no such dice, or more ways to play them than are looked at")

    def flip(self) -> None:
        """Hand the board to the opponent."""
        for k in range(26):
            self.spare[k] = self.b[k]
        for k in range(26):
            self.b[k] = -self.spare[self.facing[k]]


def kernel_is_compiled() -> bool:
    """Does the compiled kernel run, or the same source interpreted (some hundred times slower)?"""
    return not __file__.endswith(".py")
