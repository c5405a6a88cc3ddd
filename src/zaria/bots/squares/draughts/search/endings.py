"""Results of endings of few pieces with best play, and their lengths in plies.

Solved on demand, backwards from their ends: a position whose value has changed makes those before it be
looked at again, until nothing changes. Drawing rules that count moves are not known here; see `search`.
Captures and crownings lead to other material, which has to be solved first. Positions are turned round so
that light is to move. `endings.pxd` beside this file gives the C types.
"""

from array import array

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.games.draughts.kernel import zeros

    from .interpreted_kind import BACKWARD, IS_ORTHOGONAL, IS_WIDE, PLACES, SQUARES, Kernel, bits_in

ABSENT = 127
"""Value of positions that are not in the table; else plies plus one, negative for a loss, 0 for a draw."""
LONGEST = 125
NONE = -1
SLOT = 0x03F79D71B4CB0A89
WORD = 0xFFFFFFFFFFFFFFFF

Material = tuple[int, int, int, int]
"""Men and kings of the side to move, men and kings of the other; three of a kind at most."""


def place(square: int) -> int:
    """A number for a single bit: from 0 to 63, and from 64 on in the upper half of a wide word."""
    if IS_WIDE:
        high = square >> 32 >> 32
        if high != 0:
            return 64 | (high * SLOT & WORD) >> 58
    return (square * SLOT & WORD) >> 58


class Endings:
    """The endings of one game."""

    def __init__(
        self,
        rules: tuple[int, ...],
        squares: tuple[int, ...],
        wide: int,
        *,
        giveaway: bool = False,
        one_each: bool = False,
    ) -> None:
        """Take rules as numbers, the squares of the board as bits, from dark's side on, and those of a row.

        `giveaway`: who cannot move wins; `one_each`: one piece of each side draws unless the side to move can
        capture, in Turkish draughts.
        """
        if not cython.compiled:
            self.bits = zeros(SQUARES)
            self.number = zeros(PLACES)
            self.start = zeros(256)
            self.at = zeros(4)
            self.group = zeros(4)
            self.pieces = zeros(4)
        self.rules = Kernel()
        self.rules.load(rules, 0, (0, 0), (0, 0))
        self.flying = rules[1] != 0
        self.giveaway = giveaway
        self.one_each = one_each
        self.board = 0
        self.base = len(squares)
        self.wide = wide
        for i in range(self.base):
            self.bits[i] = squares[i]
            self.number[place(squares[i])] = i
            self.board |= squares[i]
        for i in range(256):
            self.start[i] = NONE
        self.cells = array("b")
        self.dirty = array("b")

    def solve_all(self, order: list[Material]) -> None:
        """Solve endings; the list has the endings that captures and crownings lead to first."""
        size = 0
        for material in order:
            self.start[self.kind(material)] = size
            size += self.base ** sum(material)
        self.cells = array("b", bytes(size))
        self.dirty = array("b", bytes(size))
        done: set[Material] = set()
        for men, kings, their_men, their_kings in order:
            own_material, mirrored = (
                (men, kings, their_men, their_kings),
                (their_men, their_kings, men, kings),
            )
            if own_material not in done:
                done.update((own_material, mirrored))
                self.solve(self.kind(own_material), self.kind(mirrored))

    def kind(self, material: Material) -> int:
        """Material as one number."""
        return material[0] << 6 | material[1] << 4 | material[2] << 2 | material[3]

    def solve(self, kind: int, mirrored_kind: int) -> None:
        """Solve the positions with some material, and with the same for the other side."""
        with cython.nogil:
            changed = self.sweep(kind, True)
            if kind != mirrored_kind:
                changed |= self.sweep(mirrored_kind, True)
            while changed:
                changed = self.sweep(kind, False)
                if kind != mirrored_kind:
                    changed |= self.sweep(mirrored_kind, False)

    def sweep(self, kind: int, every: bool) -> bool:
        """Look at every position with some material, or at those that have to be looked at again."""
        count = self.base
        for _ in range(1, (kind >> 6) + (kind >> 4 & 3) + (kind >> 2 & 3) + (kind & 3)):
            count *= self.base
        start = self.start[kind]
        changed = False
        for i in range(count):
            if (every or self.dirty[start + i]) and self.unpack(kind, i):
                self.dirty[start + i] = 0
                code = self.value_of_position()
                if code != self.cells[start + i]:
                    self.cells[start + i] = code
                    self.call_back()
                    changed = True
        return changed

    def unpack(self, kind: int, index: int) -> bool:
        """Put up the position with an index; False where it is none, or the same as an earlier one."""
        taken = 0
        for g in range(4):
            self.group[g] = 0
            last = NONE
            for _ in range(kind >> 6 - 2 * g & 3):
                n = index % self.base
                index = index // self.base
                if n <= last or taken & self.bits[n]:
                    return False
                last = n
                taken |= self.bits[n]
                self.group[g] |= self.bits[n]
                if (g == 0 and n < self.wide) or (g == 2 and n >= self.base - self.wide):
                    return False
        return True

    def where(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
        """The cell of a position, NONE where there is none for it."""
        self.pieces[0] = men
        self.pieces[1] = kings
        self.pieces[2] = their_men
        self.pieces[3] = their_kings
        kind = 0
        index = 0
        power = 1
        for g in range(4):
            pieces = self.pieces[g]
            n = 0
            while pieces != 0:
                if n == 3:
                    return NONE
                square = pieces & -pieces
                pieces ^= square
                number = self.number[place(square)]
                if side:
                    number = self.base - 1 - number
                k = n
                while k > 0 and self.at[k - 1] > number:
                    self.at[k] = self.at[k - 1]
                    k -= 1
                self.at[k] = number
                n += 1
            kind = kind << 2 | n
            for k in range(n):
                index += self.at[k] * power
                power *= self.base
        start = self.start[kind]
        return start + index if start != NONE else NONE

    def probe(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
        """Return what comes of a position for the side to move: see `ABSENT`."""
        if men | kings == 0:
            return 1 if self.giveaway else -1
        cell = self.where(men, kings, their_men, their_kings, side)
        return self.cells[cell] if cell != NONE else ABSENT

    def value_of_position(self) -> int:
        """Return what comes of the position put up, by what is known of those after it."""
        men = self.group[0]
        kings = self.group[1]
        their_men = self.group[2]
        their_kings = self.group[3]
        n = self.rules.generate(men, kings, their_men, their_kings, 0, 0)
        if n == 0:
            return 1 if self.giveaway else -1
        if IS_ORTHOGONAL and self.one_each and self.rules.taken[0] == 0 and self.has_one_each():
            return 0
        won = ABSENT
        lost = 0
        for i in range(n):
            src = self.rules.src[i]
            dst = self.rules.dst[i]
            cap = self.rules.taken[i]
            own_men = men
            own_kings = kings
            if kings & src:
                own_kings = kings & ~src | dst
            elif self.rules.crowned[i]:
                own_men = men & ~src
                own_kings = kings | dst
            else:
                own_men = men & ~src | dst
            code = self.probe(their_men & ~cap, their_kings & ~cap, own_men, own_kings, 1)
            if code < 0:
                won = min(won, 1 - code)
            elif code == 0 or code == ABSENT:
                lost = ABSENT
            else:
                lost = max(lost, code + 1)
        if won <= LONGEST:
            return won
        return -lost if lost <= LONGEST else 0

    def has_one_each(self) -> bool:
        """Has each side one piece in the position put up?"""
        return bits_in(self.group[0] | self.group[1]) + bits_in(self.group[2] | self.group[3]) == 2

    def call_back(self) -> None:
        """Have the positions before the one put up looked at again."""
        men = self.group[2]
        kings = self.group[3]
        empty = self.board & ~(self.group[0] | self.group[1] | men | kings)
        for d in range(4):
            pieces = kings
            while pieces != 0:
                piece = pieces & -pieces
                pieces ^= piece
                t = self.rules.shift(piece, d) & empty
                while t != 0:
                    self.mark(men, kings ^ piece | t)
                    t = self.rules.shift(t, d) & empty if self.flying else 0
            if d < BACKWARD:
                pieces = men
                while pieces != 0:
                    piece = pieces & -pieces
                    pieces ^= piece
                    t = self.rules.shift(piece, d) & empty
                    if t != 0:
                        self.mark(men ^ piece | t, kings)

    def mark(self, men: int, kings: int) -> None:
        """Have a position looked at again in which the other side, dark, is to move."""
        cell = self.where(men, kings, self.group[0], self.group[1], 1)
        if cell != NONE:
            self.dirty[cell] = 1
