"""Move generation for all draughts: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxi`. The source is compiled twice: `kernel.pxd` gives boards of eight and ten
rows words of 64 bits, and `wide_kernel`, another name of this file, boards of twelve rows wider ones. Only
there captures go in eight directions: compiled here, they cost all other games a tenth of their speed. A
`DiagonalKernel` is one player's scratch pad: give each thread its own. A position is four words of squares
(see `board`): men and kings of the side to move, men and kings of the other. Light moves up, to lower bits.
Directions are 0 north-west, 1 north-east, 2 south-west and 3 south-east, so that the opposite of d is 3 - d
and d >> 1 tells which side's men go there. Captures along rows and columns, over every second square, have 4
west, 5 north, 6 south and 7 east.

A move is a square from, a square to, the captured pieces, and whether a man becomes king. Moves that are the
same in all four are one, unless routes are asked for. Captured pieces stay on the board until the move is
over, and may not be jumped again, unless they leave at once.

Methods that call each other for every move share the final class, where the C compiler inlines them; rarer
ones may be typed functions of another module, at no cost. Rules come as numbers, in the order of
`options.DraughtsOptions.numbers`; positions must be sound (`fen.read` checks them): the sizes below allow for
twenty pieces a side, in `wide_kernel` for thirty.
"""

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    IS_WIDE = __name__.endswith("wide_kernel")
    NEAR, FAR = (6, 7) if IS_WIDE else (5, 6)
    """The bits of a step; a pair of rows has as many as both together."""
    LANDINGS = 30 if IS_WIDE else 20
    """No capture is longer."""

MOVES = 4096
"""Room for the moves of all positions on the way to a leaf together; see `DiagonalKernel.full`."""
WORD = 0xFFFFFFFFFFFFFFFF
TWOS, FOURS, EIGHTS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
NONE = -1
"""No direction."""
STOP, GO_ON_AS_KING, GO_ON_AS_MAN = 0, 1, 2
"""Rules for a man that captures into its last row; GO_ON_AS_MAN stops it if it cannot go on as a man."""
FREE, COUNT, COUNT_KINGS, KING_FIRST, ITALIAN, FRISIAN = 0, 1, 2, 3, 4, 5
"""Rules about compulsory captures, in the order of `options.PRIORITIES`."""


def zeros(count: int) -> list[int]:
    """Numbers to begin with: a list when interpreted, the cells of a C array when compiled."""
    return [0] * count


def bits_in(m: int) -> int:
    """Return how many squares."""
    if IS_WIDE:
        return bits_in_word(m & WORD) + bits_in_word(m >> 32 >> 32)
    return bits_in_word(m)


def bits_in_word(m: int) -> int:
    """Return how many of 64 bits are set."""
    m -= m >> 1 & TWOS
    m = (m & FOURS) + (m >> 2 & FOURS)
    m = m + (m >> 4) & EIGHTS
    m += m >> 8
    m += m >> 16
    m += m >> 32
    return m & 0x7F


class DiagonalKernel:
    """Scratch pad on which the moves of one position are found."""

    def __init__(self) -> None:
        self.own_men = 0
        self.own_kings = 0
        self.their_men = 0
        self.their_kings = 0
        self.mover = 0
        self.src = zeros(MOVES)
        self.dst = zeros(MOVES)
        self.taken = zeros(MOVES)
        self.crowned = zeros(MOVES)
        self.lengths = zeros(MOVES)
        self.landings = zeros(MOVES * LANDINGS)
        self.route = zeros(LANDINGS)
        self.n = 0
        self.floor = 0
        self.first = 0
        self.most = 0
        self.full = False
        self.side = 0
        self.last_row = 0
        self.origin = 0
        self.opp = 0
        self.opp_kings = 0
        self.empty = 0
        self.was_king = False
        self.routes = False
        self.recording = False
        self.set_rules((10, 1, 1, COUNT, GO_ON_AS_MAN, 0, 1, 0, 0, 0))

    # -- the rules and the position ------------------------------------------------------------------------

    def set_rules(self, numbers: tuple[int, ...]) -> None:
        """Take the rules as numbers; see `DraughtsOptions.numbers`."""
        size, flying, back, priority, crowning, longest, men_take_kings, behind, at_once, straight = numbers
        row = (1 << size // 2) - 1
        self.top = row
        self.valid = 0
        for _ in range(size // 2):
            self.valid |= row | row << NEAR
            self.bottom = row << NEAR
            row = row << (NEAR + FAR)
        first = sum(1 << k * (NEAR + FAR) for k in range(size // 2)) * (1 | 1 << NEAR)
        self.past_first = self.valid & ~first
        self.before_last = self.valid & ~(first << size // 2 - 1)
        self.flying = flying != 0
        self.back = back != 0
        self.crowning = crowning
        self.longest = longest != 0
        self.priority = priority
        self.ranking = priority != FREE or longest != 0
        self.men_take_kings = men_take_kings != 0
        self.sweeping = flying != 0 and behind == 0
        self.at_once = at_once != 0
        self.straight = straight != 0

    def load(
        self, rules: tuple[int, ...], side: int, own_pieces: tuple[int, int], their_pieces: tuple[int, int]
    ) -> None:
        """Take rules, the side to move, its men and kings, and the other side's men and kings."""
        self.set_rules(rules)
        self.mover = side
        self.own_men, self.own_kings = own_pieces
        self.their_men, self.their_kings = their_pieces

    def shift(self, m: int, d: int) -> int:
        """All the squares moved by one in a direction, without those that leave the board."""
        if d == 0:
            return m >> FAR & self.valid
        if d == 1:
            return m >> NEAR & self.valid
        if d == 2:
            return m << NEAR & self.valid
        return m << FAR & self.valid

    def step(self, m: int, d: int) -> int:
        """The same in any of eight directions."""
        return self.shift_straight(m, d) if IS_WIDE and d >= 4 else self.shift(m, d)

    def shift_straight(self, m: int, d: int) -> int:
        """The same along a row or a column."""
        if d == 4:
            return (m & self.past_first) >> 1
        if d == 5:
            return m >> NEAR + FAR & self.valid
        if d == 6:
            return (m & self.valid >> NEAR + FAR) << NEAR + FAR & self.valid
        return (m & self.before_last) << 1

    # -- captures ------------------------------------------------------------------------------------------

    def victim(self, at: int, d: int, cap: int, king: bool) -> int:
        """The piece that one on `at` would take in a direction, 0 for none; `cap` is taken already."""
        q = self.shift(at, d)
        if king and self.flying:
            while q & self.empty:
                q = self.shift(q, d)
        if q & self.opp & ~cap and self.shift(q, d) & self.empty:
            return q
        return 0

    def victim_straight(self, at: int, d: int, cap: int, king: bool) -> int:
        """The same along a row or a column."""
        q = self.shift_straight(at, d)
        if king and self.flying:
            while q & self.empty:
                q = self.shift_straight(q, d)
        if q & self.opp & ~cap and self.shift_straight(q, d) & self.empty:
            return q
        return 0

    def jump(self, at: int, cap: int, count: int, king: bool, but: int) -> bool:
        """Go on capturing from `at` in every direction `but` one; can it be done at all?"""
        can_capture = False
        for d in range(4):
            if d != but and (king or self.back or d >> 1 == self.side):
                victim = self.victim(at, d, cap, king)
                if victim != 0:
                    can_capture = True
                    if count == 0 and self.longest:
                        self.most = 0
                        self.floor = self.n
                    self.take(victim, d, cap | victim, count + 1, king)
        if IS_WIDE and self.straight and self.jump_straight(at, cap, count, king, but):
            return True
        return can_capture

    def jump_straight(self, at: int, cap: int, count: int, king: bool, but: int) -> bool:
        """The same along rows and columns."""
        can_capture = False
        for d in range(4, 8):
            if d != but:
                victim = self.victim_straight(at, d, cap, king)
                if victim != 0:
                    can_capture = True
                    self.take(victim, d, cap | victim, count + 1, king)
        return can_capture

    def take(self, victim: int, d: int, cap: int, count: int, king: bool) -> None:
        """Land behind a piece that is taken, wherever that may be, and go on from there or stop."""
        land = self.step(victim, d)
        if king and self.sweeping:
            self.fly(land, d, cap, count)
            return
        if self.at_once:
            self.empty |= victim
        self.route[count - 1] = land
        crowned = king and not self.was_king
        if not king and land & self.last_row:
            crowned = True
            king = self.crowning == GO_ON_AS_KING
        if (crowned and self.crowning == STOP) or not self.jump(land, cap, count, king, NONE):
            self.keep(land, cap, count, crowned)
        self.empty &= ~victim

    def fly(self, land: int, d: int, cap: int, count: int) -> None:
        """A king lands on any square behind, but where it can go on from one it must choose such a one.

        To go straight on it lands on the first: that is one route, whichever it lands on.
        """
        onward = False
        but = NONE
        t = land
        while t != 0:
            self.route[count - 1] = t
            if self.jump(t, cap, count, True, but):
                onward = True
            but = d
            t = self.step(t, d) & self.empty
        if not onward:
            t = land
            while t != 0:
                self.route[count - 1] = t
                self.keep(t, cap, count, not self.was_king)
                t = self.step(t, d) & self.empty

    def keep(self, land: int, cap: int, count: int, crowned: bool) -> None:
        """Add a capture to the list unless some that come before it, or the same, are there."""
        if self.ranking:
            rank = count if self.priority <= COUNT else self.rank(count, cap)
            if rank < self.most:
                return
            if rank > self.most:
                self.most = rank
                self.n = self.floor
                self.first = min(self.first, self.floor)
        if not self.routes:
            for i in range(self.first, self.n):
                if self.taken[i] == cap and self.dst[i] == land and self.crowned[i] == crowned:
                    return
        if self.n >= MOVES:
            self.full = True
            return
        i = self.n
        self.src[i] = self.origin
        self.dst[i] = land
        self.taken[i] = cap
        self.crowned[i] = crowned
        self.n += 1
        if self.recording:
            self.lengths[i] = count
            for k in range(count):
                self.landings[i * LANDINGS + k] = self.route[k]

    def rank(self, count: int, cap: int) -> int:
        """A number that is the greater the more a capture is preferred."""
        if self.priority == KING_FIRST:
            return 1 if self.was_king else 0
        kings = bits_in(cap & self.opp_kings)
        if self.priority == COUNT_KINGS:
            return count << 6 | kings
        if IS_WIDE and self.priority == FRISIAN:
            return (100 * count + 99 * kings) << 1 | self.was_king
        return (count << 1 | self.was_king) << 20 | kings << 14 | self.king_order(count)

    def king_order(self, count: int) -> int:
        """A number that is the greater the earlier kings are taken, on the present way of single steps."""
        order = 0
        at = self.origin
        for i in range(count):
            for d in range(4):
                victim = self.shift(at, d)
                if self.shift(victim, d) == self.route[i]:
                    order = order << 1 | (victim & self.opp_kings != 0)
            at = self.route[i]
        return order

    def can_take(self, men: int, opp: int, empty: int, d: int) -> int:
        """Return which of the pieces can capture an adjacent one in a direction."""
        e = 3 - d
        return self.shift(self.shift(self.shift(self.shift(men, d) & opp, d) & empty, e), e)

    def can_take_straight(self, men: int, opp: int, empty: int) -> int:
        """The same along rows and columns, in any direction."""
        takers = 0
        for d in range(4, 8):
            victims = self.shift_straight(empty, d) & opp
            takers |= self.shift_straight(victims, d) & men
        return takers

    def captures(self, men: int, kings: int, their_men: int, their_kings: int, side: int, base: int) -> None:
        """List the captures from `base` on."""
        opp = their_men | their_kings
        empty = self.valid & ~(men | kings | opp)
        prey = opp if self.men_take_kings else their_men
        self.n = base
        self.floor = base
        self.most = 0
        self.side = side
        self.last_row = self.bottom if side else self.top
        self.opp = prey
        self.opp_kings = their_kings
        self.was_king = False
        m = 0
        for d in range(4):
            if self.back or d >> 1 == side:
                m |= self.can_take(men, prey, empty, d)
        if IS_WIDE and self.straight:
            m |= self.can_take_straight(men, prey, empty)
        while m != 0:
            f = m & -m
            m ^= f
            self.start_from(f, empty, False)
        m = kings
        if m != 0 and not self.flying:
            m = 0
            for d in range(4):
                m |= self.can_take(kings, opp, empty, d)
        self.opp = opp
        self.was_king = True
        while m != 0:
            f = m & -m
            m ^= f
            self.start_from(f, empty, True)

    def start_from(self, f: int, empty: int, king: bool) -> None:
        """List the captures of one piece; it leaves its square, which it may pass again."""
        self.origin = f
        self.empty = empty | f
        self.first = self.n
        self.jump(f, 0, 0, king, NONE)

    # -- all moves -----------------------------------------------------------------------------------------

    def put(self, f: int, t: int, crowned: bool) -> None:
        if self.n >= MOVES:
            self.full = True
            return
        self.src[self.n] = f
        self.dst[self.n] = t
        self.taken[self.n] = 0
        self.crowned[self.n] = crowned
        self.n += 1

    def generate(self, men: int, kings: int, their_men: int, their_kings: int, side: int, base: int) -> int:
        """List all legal moves of a side from `base` on; returns how many."""
        self.captures(men, kings, their_men, their_kings, side, base)
        if self.n > base:
            return self.n - base
        empty = self.valid & ~(men | kings | their_men | their_kings)
        for d in range(2 * side, 2 * side + 2):
            m = self.shift(men, d) & empty
            while m != 0:
                t = m & -m
                m ^= t
                self.put(self.shift(t, 3 - d), t, t & self.last_row != 0)
        m = kings
        while m != 0:
            f = m & -m
            m ^= f
            for d in range(4):
                t = self.shift(f, d) & empty
                while t != 0:
                    self.put(f, t, False)
                    t = self.shift(t, d) & empty if self.flying else 0
        return self.n - base

    def count(self, men: int, kings: int, their_men: int, their_kings: int, side: int, base: int) -> int:
        """Return how many legal moves there are; only captures are listed."""
        self.captures(men, kings, their_men, their_kings, side, base)
        if self.n > base:
            return self.n - base
        empty = self.valid & ~(men | kings | their_men | their_kings)
        total = 0
        for d in range(2 * side, 2 * side + 2):
            total += bits_in(self.shift(men, d) & empty)
        if kings != 0:
            for d in range(4):
                t = self.shift(kings, d) & empty
                while t != 0:
                    total += bits_in(t)
                    t = self.shift(t, d) & empty if self.flying else 0
        return total

    def walk(
        self, men: int, kings: int, their_men: int, their_kings: int, side: int, depth: int, base: int
    ) -> int:
        """Sequences of `depth` legal moves."""
        if depth == 1:
            return self.count(men, kings, their_men, their_kings, side, base)
        n = self.generate(men, kings, their_men, their_kings, side, base)
        total = 0
        for i in range(base, base + n):
            cap = self.taken[i]
            after_men = men
            after_kings = kings
            if kings & self.src[i]:
                after_kings ^= self.src[i] | self.dst[i] if self.src[i] != self.dst[i] else 0
            else:
                after_men ^= self.src[i]
                if self.crowned[i]:
                    after_kings |= self.dst[i]
                else:
                    after_men |= self.dst[i]
            total += self.walk(
                their_men & ~cap, their_kings & ~cap, after_men, after_kings, 1 - side, depth - 1, base + n
            )
        return total

    # -- for callers in Python -----------------------------------------------------------------------------

    def moves(self) -> list[tuple[int, int, int, bool, tuple[int, ...]]]:
        """The legal moves: from, to, captured, whether a man is crowned, all landings."""
        self.full = False
        self.routes = False
        self.recording = True
        n = self.generate(self.own_men, self.own_kings, self.their_men, self.their_kings, self.mover, 0)
        self.recording = False
        moves = []
        for i in range(n):
            landings: tuple[int, ...] = (self.dst[i],)
            if self.taken[i] != 0:
                start = i * LANDINGS
                landings = tuple([self.landings[k] for k in range(start, start + self.lengths[i])])
            moves.append((self.src[i], self.dst[i], self.taken[i], bool(self.crowned[i]), landings))
        return moves

    def perft(self, depth: int, routes: bool = False) -> int:
        """Sequences of `depth` legal moves; with `routes` captures by different routes count separately.

        Raises `OverflowError` where more captures than there is room for meet in one position.
        """
        self.full = False
        self.routes = routes
        self.recording = False
        total = self.walk(
            self.own_men, self.own_kings, self.their_men, self.their_kings, self.mover, depth, 0
        )
        if self.full:
            raise OverflowError("a position has too many captures to list")
        return total


def kernel_is_compiled() -> bool:
    """Does the compiled kernel run, or the same source interpreted (some hundred times slower)?"""
    return not __file__.endswith(".py")
