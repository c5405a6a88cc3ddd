"""Static evaluation of draughts: patterns of men, and a few numbers beside them.

The board is laid out in blocks of four rows and two squares of each that are played on (eight squares, 3^8
ways for men to stand in them; kings count as empty) that overlap by half. A block and the one it becomes when
the board is turned round share a table, each seen by its own side, so that what is good for one is as bad for
the other. Every weight comes twice, for a full board and for an empty one; what counts lies between by the
number of pieces.

Values are hundredths of a man for the side to move. `evaluator.pxd` beside this file gives the C types.
"""

from zaria.games.draughts.kernel import zeros

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from .interpreted_kind import FAR, IS_ORTHOGONAL, NEAR, ROOM, TABLES, bits_in

WAYS = 6561
"""Arrangements of men in one block."""
NUMBERS = 8
"""Numbers counted beside the patterns: men, kings, having a king, steps men can make, steps kings can make,
kings on the long diagonal, kings in the middle, being to move."""
SHARES = 64
"""Parts of which a full board has all, an empty one none."""
NOT_WEST, NOT_EAST = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
"""All squares, where all are played on, without those of the first and of the last column."""


class DraughtsEvaluator:
    """The weights of one game and the scratch pad for looking at positions."""

    def __init__(self) -> None:
        if not cython.compiled:  # else they are arrays of zeros from the beginning
            self.here = zeros(TABLES)
            self.there = zeros(TABLES)
            self.threes = zeros(256)
            self.turned = zeros(256)
            self.plus = zeros(TABLES)
            self.minus = zeros(TABLES)
            self.counts = zeros(NUMBERS)
            self.weights = zeros(ROOM)
        self.tables = 0
        self.wide = 0
        self.full = 0
        self.board = 0
        self.road = 0
        self.middle = 0
        self.share = 0
        for eight in range(256):
            for place in range(8):
                if eight >> place & 1:
                    self.threes[eight] += 3**place
                    self.turned[eight] += 3 ** (7 - place)

    def set_board(self, size: int, wide: int, board: int, road: int, middle: int, full: int) -> None:
        """Take the rows of a board, the squares of a row and all its squares.

        Then come its long diagonal, its middle, and how many pieces fill it.
        """
        self.wide = wide
        self.board, self.road, self.middle, self.full = board, road, middle, full
        self.tables = 0
        for row in range(0, size - 3, 2):
            for place in range(self.wide - 1):
                other_row, other_place = size - 4 - row, self.wide - 2 - place
                if (row, place) <= (other_row, other_place):
                    self.here[self.tables] = (NEAR + FAR) * (row // 2) + place
                    self.there[self.tables] = (NEAR + FAR) * (other_row // 2) + other_place
                    self.tables += 1

    def set_weights(self, weights: list[int]) -> None:
        """Take weights, two for each way in each table, then two for each number; the rest stays zero."""
        for i in range(ROOM):
            self.weights[i] = 0
        patterns = self.tables * WAYS * 2
        for i in range(patterns):
            self.weights[i] = weights[i]
        for i in range(NUMBERS * 2):
            self.weights[TABLES * WAYS * 2 + i] = weights[patterns + i]

    def eight(self, squares: int, at: int) -> int:
        """The squares of a block as eight bits."""
        squares = squares >> at
        return (
            squares & 0x3
            | squares >> NEAR - 2 & 0xC
            | squares >> NEAR + FAR - 4 & 0x30
            | squares >> 2 * NEAR + FAR - 6 & 0xC0
        )

    def steps(self, pieces: int, empty: int, up: bool, down: bool) -> int:
        """Return how many steps to empty squares pieces can make."""
        count = 0
        if IS_ORTHOGONAL:
            count = bits_in((pieces & NOT_WEST) >> 1 & empty) + bits_in((pieces & NOT_EAST) << 1 & empty)
            if up:
                count += bits_in(pieces >> NEAR & empty)
            if down:
                count += bits_in(pieces << NEAR & empty)
            return count
        if up:
            count = bits_in(pieces >> FAR & empty) + bits_in(pieces >> NEAR & empty)
        if down:
            count += bits_in(pieces << FAR & empty) + bits_in(pieces << NEAR & empty)
        return count

    def look(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> None:
        """Find what counts in a position, seen by light: `plus`, `minus`, `counts` and `share`."""
        if side:
            men, their_men = their_men, men
            kings, their_kings = their_kings, kings
        for t in range(self.tables):
            at = self.here[t]
            self.plus[t] = self.threes[self.eight(men, at)] + 2 * self.threes[self.eight(their_men, at)]
            at = self.there[t]
            self.minus[t] = self.turned[self.eight(their_men, at)] + 2 * self.turned[self.eight(men, at)]
        empty = self.board & ~(men | kings | their_men | their_kings)
        my_count = bits_in(men)
        other_count = bits_in(their_men)
        self.counts[0] = my_count - other_count
        self.counts[3] = self.steps(men, empty, True, False) - self.steps(their_men, empty, False, True)
        self.counts[7] = -1 if side else 1
        if kings | their_kings:
            my_kings = bits_in(kings)
            other_kings = bits_in(their_kings)
            self.counts[1] = my_kings - other_kings
            self.counts[2] = (my_kings != 0) - (other_kings != 0)
            self.counts[4] = self.steps(kings, empty, True, True) - self.steps(their_kings, empty, True, True)
            self.counts[5] = (kings & self.road != 0) - (their_kings & self.road != 0)
            self.counts[6] = bits_in(kings & self.middle) - bits_in(their_kings & self.middle)
            my_count += my_kings
            other_count += other_kings
        else:
            self.counts[1] = 0
            self.counts[2] = 0
            self.counts[4] = 0
            self.counts[5] = 0
            self.counts[6] = 0
        self.share = SHARES * min(self.full, my_count + other_count) // self.full

    def value(self, men: int, kings: int, their_men: int, their_kings: int, side: int) -> int:
        """Return what a position is worth to the side to move, whose pieces come first."""
        self.look(men, kings, their_men, their_kings, side)
        early = 0
        late = 0
        for t in range(self.tables):
            i = 2 * (t * WAYS + self.plus[t])
            k = 2 * (t * WAYS + self.minus[t])
            early += self.weights[i] - self.weights[k]
            late += self.weights[i + 1] - self.weights[k + 1]
        for t in range(NUMBERS):
            i = 2 * (TABLES * WAYS + t)
            early += self.counts[t] * self.weights[i]
            late += self.counts[t] * self.weights[i + 1]
        value = early * self.share + late * (SHARES - self.share)
        return (-value if side else value) >> 6
