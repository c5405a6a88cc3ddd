"""Move generation for draughts on all 64 squares, along rows and columns: compiled by Cython or run as it is.

The C types stand in `orthogonal_kernel.pxd`; nothing here imports Cython. An `OrthogonalKernel` is one
player's scratch pad: give each thread its own. The squares are the bits of a word, row by row from dark's
side, and light moves to lower bits. Directions are 0 north, 1 west, 2 east and 3 south, so that the opposite
of d is 3 - d.

Men step and capture forwards and sideways, kings in all directions from afar. Captured pieces leave at once,
and no capture turns round between two pieces. The captures of most pieces are compulsory. A man that comes to
its last row in a capture goes on as a man, and is king when the move is over. Moves that have the same
squares from and to, and the same captured pieces, are one, unless routes are asked for.

Captures know four directions only. Steps of other pieces, such as the diagonal ones of Armenian draughts,
would be further directions of `generate` and `count`.
"""

NOT_WEST = 0xFEFEFEFEFEFEFEFE
NOT_EAST = 0x7F7F7F7F7F7F7F7F
ALL = 0xFFFFFFFFFFFFFFFF
TOP, BOTTOM = 0xFF, 0xFF00000000000000
"""The squares of either last row."""
MOVES = 4096
"""Room for the moves of all positions on the way to a leaf together; see `OrthogonalKernel.full`."""
LANDINGS = 16
"""No capture is longer."""
TWOS, FOURS, EIGHTS, ONES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101
NONE = -1
"""No direction."""


def zeros(count: int) -> list[int]:
    """Numbers to begin with: a list when interpreted, the cells of a C array when compiled."""
    return [0] * count


def bits_in(m: int) -> int:
    """Return how many squares."""
    m -= m >> 1 & TWOS
    m = (m & FOURS) + (m >> 2 & FOURS)
    m = m + (m >> 4) & EIGHTS
    return (m * ONES & ALL) >> 56


class OrthogonalKernel:
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
        self.last_row = 0
        self.backwards = 0
        self.origin = 0
        self.opp = 0
        self.empty = 0
        self.routes = False
        self.recording = False

    def load(
        self, rules: tuple[int, ...], side: int, own_pieces: tuple[int, int], their_pieces: tuple[int, int]
    ) -> None:
        """Take the side to move, its men and kings, and the other side's men and kings.

        `rules` are those that `DiagonalKernel.load` takes; there is only one game that is played here.
        """
        self.mover = side
        self.own_men, self.own_kings = own_pieces
        self.their_men, self.their_kings = their_pieces

    def shift(self, m: int, d: int) -> int:
        """All the squares moved by one in a direction, without those that leave the board."""
        if d == 0:
            return m >> 8
        if d == 1:
            return (m & NOT_WEST) >> 1
        if d == 2:
            return (m & NOT_EAST) << 1
        return m << 8 & ALL

    # -- captures ------------------------------------------------------------------------------------------

    def victim(self, at: int, d: int, king: bool) -> int:
        """The piece that one on `at` would take in a direction, 0 for none."""
        q = self.shift(at, d)
        if king:
            while q & self.empty:
                q = self.shift(q, d)
        if q & self.opp and self.shift(q, d) & self.empty:
            return q
        return 0

    def jump(self, at: int, cap: int, count: int, king: bool, but: int, nor: int) -> bool:
        """Go on capturing from `at` in every direction except `but` and `nor`; can it be done at all?"""
        can_capture = False
        for d in range(4):
            if d != but and d != nor and (king or d != self.backwards):
                victim = self.victim(at, d, king)
                if victim != 0:
                    can_capture = True
                    self.empty ^= victim
                    self.opp ^= victim
                    self.take(self.shift(victim, d), d, cap | victim, count + 1, king)
                    self.empty ^= victim
                    self.opp ^= victim
        return can_capture

    def take(self, land: int, d: int, cap: int, count: int, king: bool) -> None:
        """Land behind a piece that is taken, a king on any square there, and go on from there or stop.

        To go straight on a king lands on the first: that is one route, on whichever square it lands.
        """
        onward = False
        nor = NONE
        t = land
        while t != 0:
            self.route[count - 1] = t
            if self.jump(t, cap, count, king, 3 - d, nor):
                onward = True
            nor = d
            t = self.shift(t, d) & self.empty if king else 0
        t = land
        while t != 0 and not onward:
            self.route[count - 1] = t
            self.keep(t, cap, count, not king and t & self.last_row != 0)
            t = self.shift(t, d) & self.empty if king else 0

    def keep(self, land: int, cap: int, count: int, crowned: bool) -> None:
        """Add a capture to the list unless longer ones, or the same, are there."""
        if count < self.most:
            return
        if count > self.most:
            self.most = count
            self.n = self.floor
            self.first = self.floor
        if not self.routes:
            for i in range(self.first, self.n):
                if self.taken[i] == cap and self.dst[i] == land:
                    return
        if self.n >= MOVES:
            self.full = True
            return
        i = self.n
        self.put(self.origin, land, crowned)
        self.taken[i] = cap
        if self.recording:
            self.lengths[i] = count
            for k in range(count):
                self.landings[i * LANDINGS + k] = self.route[k]

    def captures(self, men: int, kings: int, their_men: int, their_kings: int, side: int, base: int) -> None:
        """List the captures from `base` on."""
        opp = their_men | their_kings
        empty = ALL ^ (men | kings | opp)
        self.n = base
        self.floor = base
        self.most = 0
        self.backwards = 0 if side else 3
        self.last_row = BOTTOM if side else TOP
        self.opp = opp
        m = 0
        for d in range(4):
            if d != self.backwards:
                m |= self.shift(self.shift(empty, 3 - d) & opp, 3 - d)
        m &= men
        while m != 0:
            f = m & ~m + 1
            m ^= f
            self.start_from(f, empty, False)
        m = kings
        while m != 0:
            f = m & ~m + 1
            m ^= f
            self.start_from(f, empty, True)

    def start_from(self, f: int, empty: int, king: bool) -> None:
        """List the captures of one piece; it leaves its square, which it may pass again."""
        self.origin = f
        self.empty = empty | f
        self.first = self.n
        self.jump(f, 0, 0, king, NONE, NONE)

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
        empty = ALL ^ (men | kings | their_men | their_kings)
        for d in range(4):
            if d != self.backwards:
                m = self.shift(men, d) & empty
                while m != 0:
                    t = m & ~m + 1
                    m ^= t
                    self.put(self.shift(t, 3 - d), t, t & self.last_row != 0)
        m = kings
        while m != 0:
            f = m & ~m + 1
            m ^= f
            for d in range(4):
                t = self.shift(f, d) & empty
                while t != 0:
                    self.put(f, t, False)
                    t = self.shift(t, d) & empty
        return self.n - base

    def count(self, men: int, kings: int, their_men: int, their_kings: int, side: int, base: int) -> int:
        """Return how many legal moves there are; only captures are listed."""
        self.captures(men, kings, their_men, their_kings, side, base)
        if self.n > base:
            return self.n - base
        empty = ALL ^ (men | kings | their_men | their_kings)
        total = bits_in(self.shift(men, 3 - self.backwards) & empty)
        total += bits_in(self.shift(men, 1) & empty) + bits_in(self.shift(men, 2) & empty)
        if kings != 0:
            for d in range(4):
                t = self.shift(kings, d) & empty
                while t != 0:
                    total += bits_in(t)
                    t = self.shift(t, d) & empty
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
                after_kings = kings ^ self.src[i] | self.dst[i]
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
