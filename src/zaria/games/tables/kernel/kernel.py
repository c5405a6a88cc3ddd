"""Turn generation for the whole tables family: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxd`. A `Kernel` is one player's scratch pad: give each thread its own. A board
is 26 small ints seen by the player on roll, whose checkers move from 24 to 1:

* `b[1]` … `b[24]`: own checkers on a point are positive, the opponent's negative;
* `b[25]` is the own bar, `b[0]` the opponent's bar (negative);
* a pinned checker shares the number of its point: n own checkers upon one of the opponent's are n + 16,
n of the opponent's upon an own one are -(n + 16).

The class is final and holds what calls itself most, so that the C compiler inlines it: single steps, which
checkers hit, and the walk through the results of a roll. The rest are typed functions that take a `Kernel`:
`generation` and what it asks (`survey`, `turn_ends`, `step_graph`), and what reads results: `tree`, `api`,
`counts`, `playout`. Base classes would cost a fifth.

Rules come as `KernelRules`. Positions must be sound (`TablesGame.parse`): sizes are those for fifteen a side.
"""

from zaria.games.tables.kernel.cells import weights, zeros
from zaria.games.tables.kernel.rules import KernelRules

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.board import PINNED
    from zaria.games.tables.kernel.constants import (
        BOTH_DICE,
        EACH_STEP,
        EDGES,
        OWN_QUARTER,
        ROWS,
        SLOTS,
        STRUCK_POINT,
        TEXT,
    )


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
        self.piles = self.blots = 0
        self.spilt = self.piled = self.hitters_off = self.laying = False
        self.first_edge = zeros(ROWS + 1)
        self.spots = zeros(26)
        self.spare = zeros(26)
        self.checkers = zeros(26)
        self.begin = zeros(26)
        self.edge_src = zeros(EDGES)
        self.edge_die = zeros(EDGES)
        self.edge_to = zeros(EDGES)
        self.edge_hit = zeros(EDGES)
        self.names = zeros(ROWS)
        self.text = zeros(TEXT)
        self.hits = self.n = self.rank = self.stamp = self.count = self.spot_count = 0
        self.mask = SLOTS - 1
        self.doublet = self.dedupe = self.ordered = self.refused = False
        self.left = self.full = self.heads = self.allowed = self.parallel = 0
        self.facing = zeros(26)
        self.face()
        self.front = self.shut_in = 0
        self.lockable = self.held = self.waits = self.opens = False
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
        self.quarter = rules.quarter
        self.step_limits = self.six_step or self.quarter != 0
        self.first_away = rules.first_away
        self.open_lock = rules.open_lock
        self.mothers = rules.mothers
        self.caucasus = rules.caucasus
        self.off_ban = rules.off_ban
        self.stays = rules.stays
        self.side_size = rules.checkers
        self.opened = self.gone = 0
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

    def face(self) -> None:
        """Note the opponent's number of each point: facing[0] is our bar, and so on."""
        self.facing[0] = 25
        self.facing[25] = 0
        for p in range(1, 25):
            if not self.parallel:
                self.facing[p] = 25 - p
            else:
                self.facing[p] = p - 12 if p > 12 else p + 12

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
        if src == 24 and self.heads <= 0 and not self.may_leave():
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
        vacated = src if self.b[src] == 1 else 0
        while low > 1 and self.b[self.facing[low - 1]] > 0 and self.facing[low - 1] != vacated:
            low -= 1
        while high < 24 and self.b[self.facing[high + 1]] > 0 and self.facing[high + 1] != vacated:
            high += 1
        return high - low >= 5 and self.front >= low

    def fills_quarter(self, src: int, dst: int) -> bool:
        """Would dst then be a point too many held in the quarter that has a limit?"""
        low = 19 if self.quarter == OWN_QUARTER else 7
        if not low <= dst < low + 6 or self.b[dst] > 0:
            return False
        count = 0 if low <= src < low + 6 and self.b[src] == 1 else 1
        for p in range(low, low + 6):
            if self.b[p] > 0:
                count += 1
        return count > (5 if self.quarter == OWN_QUARTER else 4)

    def oversteps(self, src: int, dst: int) -> bool:
        """Would a step leave points that may not be held at once?"""
        return self.makes_block(src, dst) if self.six_step else self.fills_quarter(src, dst)

    def may_leave(self) -> bool:
        """May another leave 24 because the first checker is not on its way, or has come far enough?"""
        return self.waits and not self.has_runner()

    def has_runner(self) -> bool:
        """Has one checker left 24, and come to 12 or beyond not yet?"""
        count = 0
        for p in range(13, 25):
            if self.b[p] > 0:
                count += self.b[p]
        return count == 15 and self.b[24] < 15

    def change(self, src: int, dst: int, hit: int) -> int:
        """Return what a step adds to the key of the position.

        The player's own checkers tell positions of one turn apart, and so do hits; pins follow from where
        they stand.
        """
        if hit and not self.pin:
            return self.weight[dst] - self.weight[src] + self.weight[26 + dst]
        return self.weight[dst] - self.weight[src]

    def locked(self) -> bool:
        """Is the opponent's mother pinned, and no checker of the player free to move on 24?"""
        return self.lockable and self.b[1] > PINNED and self.b[24] <= 0

    def locks(self, src: int, dst: int, hit: bool) -> bool:
        """Would a step of the board laid out bring that about?"""
        if not (hit and dst == 1) and self.b[1] <= PINNED:
            return False
        mothers = self.b[24] & 15 if self.b[24] > 0 else 0
        return mothers == 0 or (mothers == 1 and src == 24)

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

    def is_bound(self, src: int) -> bool:
        """Has the checker on top of a point hit in the home, so that it moves no more in this turn?"""
        return self.piled and self.stays > 0 and src <= 6 and self.hitter_on(src)

    def has_hidden_hitter(self) -> bool:
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
            if self.step_limits and self.oversteps(src, dst):
                self.refused = True
                continue
            moved = True
            hit = dst > 0 and self.b[dst] == -1
            ends = self.left == 1 if dst == 0 else self.lockable and self.locks(src, dst, hit)
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
                if self.step_limits and self.oversteps(src, dst):
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
                if self.step_limits and self.oversteps(src, dst):
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
        if self.step_limits and self.oversteps(src, dst):
            self.refused = True
            return
        hit = 1 if self.b[dst] == -1 else 0
        same_checker = src == first_dst or dst == first_src
        if same_checker and self.seen(key + self.change(src, dst, hit)):
            return
        self.do_step(src, dst)
        self.store(path << 9 | hit << 8 | src << 3 | die)
        self.undo_step(src, dst, hit)

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

    # -- the steps of a roll, one by one -------------------------------------------------------------------

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
            if self.b[src] > 0 and self.may_step(src, die) and not self.is_bound(src):
                dst = src - die if src > die else 0
                if self.step_limits and self.oversteps(src, dst):
                    continue
                hit = self.do_step(src, dst)
                key = self.keys[i] + self.change(src, dst, hit)
                key += self.weight[52 + used] - self.weight[52 + self.used[i]]
                key += (self.piles - self.piles_at[i]) * self.pile_weight
                self.edge_src[edges] = src
                self.edge_die[edges] = die
                self.edge_hit[edges] = hit
                self.edge_to[edges] = self.node(key, used, self.paths[i] << 9 | hit << 8 | src << 3 | die)
                edges += 1
                self.undo_step(src, dst, hit)
                self.piles = self.piles_at[i]
        return edges

    # -- the board -----------------------------------------------------------------------------------------

    def lay_out(self, row: int) -> None:
        base = row * 26
        for k in range(26):
            self.b[k] = self.out[base + k]


def kernel_is_compiled() -> bool:
    """Does the compiled kernel run, or the same source interpreted (some hundred times slower)?"""
    return not __file__.endswith(".py")
