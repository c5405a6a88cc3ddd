"""The number of turns to bear off checkers that are all home, for each of the 54,264 ways they can lie.

One side alone is looked at: it plays so that it takes the fewest turns in the mean. The tables are made by
`BearOffSolver`, from the fewest pips upwards, when they are first asked for: how doublets are played makes
four of them, a tenth of a second each.
"""

import cython

from zaria.bots.tables.net import whole, zeros

POSITIONS = 54264
"""C(21, 6): fifteen checkers or fewer on six points."""
MOST_TURNS = 31
CELLS = 1300000
"""Room for all numbers of a table: they are 16 bits each."""
SURE = 65535.0
PLAIN = 0
LADDER = 1
AGAIN = 2
DICE = 7
"""Cells for each die or point, 1 to 6."""
STEPS = 5
"""Cells for 0 to 4 moves of a doublet."""


def choices() -> list[int]:
    """Binomial coefficients: cell n * 8 + k."""
    cells = [0] * 176
    for n in range(22):
        cells[n * 8] = 1
        for k in range(1, 8):
            cells[n * 8 + k] = (cells[(n - 1) * 8 + k - 1] + cells[(n - 1) * 8 + k]) if n else 0
    return cells


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
        index = self.binomial[low * 8 + 1]
        low += c2
        index += self.binomial[(low + 1) * 8 + 2]
        low += c3
        index += self.binomial[(low + 2) * 8 + 3]
        low += c4
        index += self.binomial[(low + 3) * 8 + 4]
        low += c5
        index += self.binomial[(low + 4) * 8 + 5]
        low += c6
        return index + self.binomial[(low + 5) * 8 + 6]

    def wins(self, player: int, opponent: int) -> float:
        """The chance that the position `player`, on roll, is borne off before `opponent`."""
        total = 0.0
        unfinished = 1.0
        j = self.first[opponent]
        turn = self.least[opponent]
        end = self.first[opponent + 1]
        player_turn = self.least[player]
        for i in range(self.first[player], self.first[player + 1]):
            while j < end and turn < player_turn:
                unfinished -= self.share[j] / SURE
                j += 1
                turn += 1
            total += self.share[i] / SURE * unfinished
            player_turn += 1
        return total

    def shares(self, position: int) -> list[float]:
        """Return how likely it is to take just so many turns, from 0 on."""
        shares = [0.0] * self.least[position]
        for i in range(self.first[position], self.first[position + 1]):
            shares.append(self.share[i] / SURE)
        return shares

    def mean(self, position: int) -> float:
        """The mean number of turns."""
        total = 0.0
        turn = self.least[position]
        for i in range(self.first[position], self.first[position + 1]):
            total += self.share[i] / SURE * turn
            turn += 1
        return total


class BearOffSolver:
    """Makes a table: in a quarter of a minute where it is interpreted, in a tenth of a second where compiled.

    At home every die can be played: by a checker as far away as it says or farther, else by the farthest one.
    So the best result of two dice follows from those of one die, and that of four moves from those of three.
    """

    def __init__(self, kind: int, moves: int) -> None:
        """`kind` PLAIN, LADDER or AGAIN says what a doublet is; a stage of a ladder has so many `moves`."""
        self.kind = kind
        self.moves = moves
        self.table = BearOff()
        if not cython.compiled:
            self.mean = zeros(POSITIONS)
            self.chance = zeros(POSITIONS * 32)
            self.single = whole(POSITIONS * DICE)
            self.doublet = whole(POSITIONS * DICE * STEPS)
            self.pips = whole(POSITIONS)
            self.counts = whole(POSITIONS * 6)
            self.order = whole(POSITIONS)
            self.moved = whole(DICE * DICE)

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
        for v in range(1, DICE):
            self.single[nothing * DICE + v] = nothing
            for k in range(STEPS):
                self.doublet[(nothing * DICE + v) * STEPS + k] = nothing
        for k in range(1, POSITIONS):
            self.one(self.order[k])

    def one(self, i: int) -> None:
        self.move(i)
        for v in range(6, 0, -1):
            self.single[i * DICE + v] = self.best_single(v)
            self.doublet[(i * DICE + v) * STEPS] = self.next_stage(i, v)
            for k in range(1, self.moves + 1):
                self.doublet[(i * DICE + v) * STEPS + k] = self.best_doublet(v, k)
        for d1 in range(1, DICE):
            for d2 in range(1, d1):
                self.blend(i, self.best_pair(d1, d2), 2.0 / 36.0, 1)
            after = self.doublet[(i * DICE + d1) * STEPS + self.moves]
            again = self.kind == AGAIN and self.pips[after] > 0
            self.blend(i, after, 1.0 / 36.0, 0 if again else 1)
        mean = 0.0
        for turn in range(32):
            mean += turn * self.chance[i * 32 + turn]
        self.mean[i] = mean

    def blend(self, i: int, after: int, weight: float, later: int) -> None:
        for turn in range(32 - later):
            self.chance[i * 32 + turn + later] += weight * self.chance[after * 32 + turn]

    def move(self, i: int) -> None:
        """Enter in `moved` where a die `v` takes a checker from point `p`; -1 where none may move so."""
        at = i * 6 - 1
        farthest = 6
        while self.counts[at + farthest] == 0:
            farthest -= 1
        for v in range(1, DICE):
            for p in range(1, DICE):
                self.moved[v * DICE + p] = -1
                if self.counts[at + p] and (p >= v or p == farthest):
                    self.counts[at + p] -= 1
                    if p > v:
                        self.counts[at + p - v] += 1
                    self.moved[v * DICE + p] = self.number(at)
                    self.counts[at + p] += 1
                    if p > v:
                        self.counts[at + p - v] -= 1

    def number(self, at: int) -> int:
        """The number of the position that is counted from the cell after `at` on."""
        return self.table.number(
            self.counts[at + 1],
            self.counts[at + 2],
            self.counts[at + 3],
            self.counts[at + 4],
            self.counts[at + 5],
            self.counts[at + 6],
        )

    def better(self, first: int, second: int) -> int:
        """The position with the fewer turns to come; `first` may be -1, which is none."""
        return second if first < 0 or self.mean[second] < self.mean[first] else first

    def best_single(self, v: int) -> int:
        """The best result of a die."""
        best = -1
        for p in range(1, DICE):
            if self.moved[v * DICE + p] >= 0:
                best = self.better(best, self.moved[v * DICE + p])
        return best

    def best_pair(self, d1: int, d2: int) -> int:
        """The best result of two dice, in either order."""
        best = -1
        for p in range(1, DICE):
            if self.moved[d1 * DICE + p] >= 0:
                best = self.better(best, self.single[self.moved[d1 * DICE + p] * DICE + d2])
            if self.moved[d2 * DICE + p] >= 0:
                best = self.better(best, self.single[self.moved[d2 * DICE + p] * DICE + d1])
        return best

    def next_stage(self, i: int, v: int) -> int:
        """The best result after all moves of `v`: on a ladder the stages of the higher dice follow."""
        if self.kind == LADDER and v < 6:
            return self.doublet[(i * DICE + v + 1) * STEPS + self.moves]
        return i

    def best_doublet(self, v: int, k: int) -> int:
        """The best result of `k` moves of `v`, and of what follows."""
        best = -1
        for p in range(1, DICE):
            if self.moved[v * DICE + p] >= 0:
                after = self.moved[v * DICE + p]
                best = self.better(best, self.doublet[(after * DICE + v) * STEPS + k - 1])
        return best

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
