"""The number of turns to bear off checkers that are all home, for each of the 54,264 ways they can lie.

One side alone is looked at: it plays so that it takes the fewest turns in the mean. The tables are made by
`Reckoner`, from the fewest pips upwards, when they are first asked for: how doublets are played makes four of
them, a second or so each.
"""

import cython

from zaria.bots.tables.net import whole, zeros
from zaria.games.tables.kernel.kernel import Kernel

if not cython.compiled:
    from zaria.games.tables.board import HOME
    from zaria.games.tables.kernel.generation import generate


POSITIONS = 54264
"""C(21, 6): fifteen checkers or fewer on six points."""
MOST_TURNS = 31
CELLS = 1300000
"""Room for all numbers of a table: they are 16 bits each."""
SURE = 65535.0
PLAIN = 0
LADDER = 1
AGAIN = 2


def choices() -> list[int]:
    """Binomial coefficients: cell n * 8 + k."""
    found = [0] * 176
    for n in range(22):
        found[n * 8] = 1
        for k in range(1, 8):
            found[n * 8 + k] = (found[(n - 1) * 8 + k - 1] + found[(n - 1) * 8 + k]) if n else 0
    return found


class BearOff:
    """A table: `first` tells where the numbers of a position begin, `least` the turns they begin with."""

    def __init__(self) -> None:
        self.binomial = choices()
        self.filled = 0
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.first = whole(POSITIONS + 1)
            self.least = whole(POSITIONS)
            self.share = whole(CELLS)

    def load(self, head: bytes, cells: bytes) -> None:
        """Take a table as `dumped` gave it; raises `ValueError` where the lengths do not fit."""
        if len(head) != 2 * POSITIONS or len(cells) % 2 or len(cells) > 2 * CELLS:
            raise ValueError("not a table of bearing off")
        at = 0
        for i in range(POSITIONS):
            self.least[i] = head[2 * i]
            self.first[i] = at
            at += head[2 * i + 1]
        self.first[POSITIONS] = at
        if 2 * at != len(cells):
            raise ValueError("not a table of bearing off")
        for i in range(at):
            self.share[i] = cells[2 * i] + 256 * cells[2 * i + 1]
        self.filled = 1

    def dumped(self) -> tuple[bytes, bytes]:
        """The table as bytes: for each position the least turns and how many cells; then the cells."""
        head = bytearray()
        for i in range(POSITIONS):
            head += bytes((self.least[i], self.first[i + 1] - self.first[i]))
        cells = bytearray()
        for i in range(self.first[POSITIONS]):
            cells += bytes((self.share[i] % 256, self.share[i] // 256))
        return bytes(head), bytes(cells)

    def number(self, c1: int, c2: int, c3: int, c4: int, c5: int, c6: int) -> int:
        """The number of a position with so many checkers on the points 1 to 6."""
        low = c1
        found = self.binomial[low * 8 + 1]
        low += c2
        found += self.binomial[(low + 1) * 8 + 2]
        low += c3
        found += self.binomial[(low + 2) * 8 + 3]
        low += c4
        found += self.binomial[(low + 3) * 8 + 4]
        low += c5
        found += self.binomial[(low + 4) * 8 + 5]
        low += c6
        return found + self.binomial[(low + 5) * 8 + 6]

    def wins(self, mine: int, theirs: int) -> float:
        """The chance that the position `mine`, on roll, is borne off before `theirs`."""
        total = 0.0
        left = 1.0
        j = self.first[theirs]
        turn = self.least[theirs]
        end = self.first[theirs + 1]
        mine_turn = self.least[mine]
        for i in range(self.first[mine], self.first[mine + 1]):
            while j < end and turn < mine_turn:
                left -= self.share[j] / SURE
                j += 1
                turn += 1
            total += self.share[i] / SURE * left
            mine_turn += 1
        return total

    def shares(self, position: int) -> list[float]:
        """Return how likely it is to take just so many turns, from 0 on."""
        found = [0.0] * self.least[position]
        for i in range(self.first[position], self.first[position + 1]):
            found.append(self.share[i] / SURE)
        return found

    def mean(self, position: int) -> float:
        """The mean number of turns."""
        total = 0.0
        turn = self.least[position]
        for i in range(self.first[position], self.first[position + 1]):
            total += self.share[i] / SURE * turn
            turn += 1
        return total


class BearOffSolver:
    """Makes a table; needs a minute where it is interpreted, seconds where it is compiled."""

    def __init__(self, kind: int, moves: int) -> None:
        """`kind` PLAIN, LADDER or AGAIN says what a doublet is; a stage of a ladder has so many `moves`."""
        self.kind = kind
        self.moves = moves
        self.kernel = Kernel()
        self.table = BearOff()
        if not cython.compiled:
            self.mean = zeros(POSITIONS)
            self.chance = zeros(POSITIONS * 32)
            self.best = whole(POSITIONS * 8)
            self.pips = whole(POSITIONS)
            self.counts = whole(POSITIONS * 6)
            self.order = whole(POSITIONS)

    def solve(self) -> BearOff:
        """The table."""
        self.list_positions()
        by_pips = sorted(range(POSITIONS), key=lambda i: self.pips[i])
        for k in range(POSITIONS):
            self.order[k] = by_pips[k]
        self.work()
        self.store()
        return self.table

    def list_positions(self) -> None:
        for c1 in range(16):
            for c2 in range(16 - c1):
                for c3 in range(16 - c1 - c2):
                    for c4 in range(16 - c1 - c2 - c3):
                        for c5 in range(16 - c1 - c2 - c3 - c4):
                            for c6 in range(16 - c1 - c2 - c3 - c4 - c5):
                                i = self.table.number(c1, c2, c3, c4, c5, c6)
                                self.pips[i] = c1 + 2 * c2 + 3 * c3 + 4 * c4 + 5 * c5 + 6 * c6
                                self.counts[i * 6] = c1
                                self.counts[i * 6 + 1] = c2
                                self.counts[i * 6 + 2] = c3
                                self.counts[i * 6 + 3] = c4
                                self.counts[i * 6 + 4] = c5
                                self.counts[i * 6 + 5] = c6

    def work(self) -> None:
        """Go through all positions, the nearest to the end first."""
        nothing = self.order[0]
        self.chance[nothing * 32] = 1.0
        for k in range(1, POSITIONS):
            self.one(self.order[k])

    def one(self, i: int) -> None:
        for turn in range(32):
            self.chance[i * 32 + turn] = 0.0
        for v in range(6, 0, -1):
            if self.kind == LADDER:
                self.stage(i, v)
        for d1 in range(1, 7):
            for d2 in range(1, d1):
                self.blend(i, self.after(i, d1, d2, 4), 2.0 / 36.0, 1)
            if self.kind == LADDER:
                self.blend(i, self.best[i * 8 + d1], 1.0 / 36.0, 1)
            else:
                after = self.after(i, d1, d1, 4)
                again = self.kind == AGAIN and self.pips[after] > 0
                self.blend(i, after, 1.0 / 36.0, 0 if again else 1)
        mean = 0.0
        for turn in range(32):
            mean += turn * self.chance[i * 32 + turn]
        self.mean[i] = mean

    def blend(self, i: int, after: int, weight: float, later: int) -> None:
        for turn in range(32 - later):
            self.chance[i * 32 + turn + later] += weight * self.chance[after * 32 + turn]

    def lay(self, i: int) -> None:
        for k in range(26):
            self.kernel.b[k] = 0
        left = 15
        for k in range(6):
            self.kernel.b[k + 1] = self.counts[i * 6 + k]
            left -= self.counts[i * 6 + k]
        self.kernel.b[0] = -15

    def row(self, row: int) -> int:
        """The number of the position in a row of the kernel's results."""
        at = row * 26
        return self.table.number(
            self.kernel.out[at + 1],
            self.kernel.out[at + 2],
            self.kernel.out[at + 3],
            self.kernel.out[at + 4],
            self.kernel.out[at + 5],
            self.kernel.out[at + 6],
        )

    def after(self, i: int, d1: int, d2: int, times: int) -> int:
        """The result of a roll with the fewest turns to come."""
        self.lay(i)
        n = generate(self.kernel, d1, d2, times)
        found = i
        least = 1000.0
        for row in range(n):
            j = self.row(row)
            if self.mean[j] < least:
                least = self.mean[j]
                found = j
        return found

    def stage(self, i: int, v: int) -> None:
        """Enter the best result of the stages of a ladder from v upwards."""
        self.lay(i)
        n = generate(self.kernel, v, v, self.moves)
        found = i
        least = 1000.0
        for row in range(n):
            j = self.row(row)
            end = self.best[j * 8 + v + 1] if v < HOME and self.pips[j] > 0 else j
            if self.mean[end] < least:
                least = self.mean[end]
                found = end
        self.best[i * 8 + v] = found

    def store(self) -> None:
        """Put the chances down in 16 bits each."""
        at = 0
        for i in range(POSITIONS):
            low = 0
            while low < 31 and self.chance[i * 32 + low] * SURE < 0.5:
                low += 1
            high = 31
            while high > low and self.chance[i * 32 + high] * SURE < 0.5:
                high -= 1
            self.table.first[i] = at
            self.table.least[i] = low
            for turn in range(low, high + 1):
                self.table.share[at] = int(self.chance[i * 32 + turn] * SURE + 0.5)
                at += 1
        self.table.first[POSITIONS] = at
        self.table.filled = 1
