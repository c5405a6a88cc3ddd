"""Pruning nets: small nets that pick the results of a roll which the real net is to judge; see `pruning.pxd`.

A pruning net has the place units of the real net, no dense numbers, one hidden layer of squared rectifiers
and one output: how good a board is for the side that has just played, beside the other results of the roll.
One net serves all phases. All results of a roll share the sums of the board before it, and each adds only
the places where it differs.
"""

from collections.abc import Sequence

import cython

from zaria.bots.tables.net import Net, whole, zeros

if not cython.compiled:
    from zaria.bots.tables.net import score
    from zaria.bots.tables.pruning_sizes import MIDDLE, NEURONS, PLACES, ROWS, STATES, UNITS, WIDEST
    from zaria.games.tables.board import HOME, PINNED
    from zaria.games.tables.kernel.constants import MOTHERS_WIN
    from zaria.games.tables.kernel.kernel import Kernel

ALWAYS = 1e6
"""The score of a result that ends the game."""


class PruningNet:
    """The weights of a pruning net, and what a thread needs to use them.

    Of a roll's results it keeps the best, at most `most` and none that scores more than `margin` points below
    the first, and those that end the game.
    """

    def __init__(self, net: Net, most: int = 8, margin: float = 0.15) -> None:
        """Lay out units as `net` does; raises `ValueError` unless `most` is 1 to `WIDEST`."""
        if not 0 < most <= WIDEST:
            raise ValueError(f"a pruning net keeps 1 to {WIDEST} results, not {most}")
        self.net = net
        self.most = most
        self.margin = margin
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.w = zeros(UNITS * NEURONS)
            self.bias = zeros(NEURONS)
            self.v = zeros(NEURONS)
            self.table = zeros(PLACES * STATES * NEURONS)
            self.base = zeros(NEURONS)
            self.changed = whole(PLACES)
            self.row = whole(2 * PLACES)
            self.own = whole(STATES)
            self.top = zeros(WIDEST)
            self.score = zeros(ROWS)
            self.kept_rows = whole(ROWS)
        for state in range(STATES):
            self.own[state] = own_checkers(state - MIDDLE)

    def load(self, values: Sequence[float]) -> None:
        """Take the weights: each unit's, the hidden bias, the output's."""
        at = UNITS * NEURONS
        for k in range(at):
            self.w[k] = values[k]
        for k in range(NEURONS):
            self.bias[k] = values[at + k]
            self.v[k] = values[at + NEURONS + k]
        self.spread()

    def values(self) -> list[float]:
        """Its weights, in the order of `load`."""
        values = [self.w[k] for k in range(UNITS * NEURONS)]
        values += [self.bias[k] for k in range(NEURONS)]
        return values + [self.v[k] for k in range(NEURONS)]

    def spread(self) -> None:
        """Lay the table out; to be done whenever weights have changed."""
        for place in range(PLACES):
            for state in range(STATES):
                at = (place * STATES + state) * NEURONS
                for k in range(NEURONS):
                    self.table[at + k] = 0.0
                for j in range(self.net.units(place, state - MIDDLE)):
                    row = self.net.unit[j] * NEURONS
                    much = self.net.much[j]
                    for k in range(NEURONS):
                        self.table[at + k] += much * self.w[row + k]

    # -- scores

    def begin(self, kernel: Kernel) -> None:
        """Sum up the board before the roll, but for the checkers borne off by who rolled."""
        for k in range(NEURONS):
            self.base[k] = self.bias[k]
        off = kernel.side_size
        self.off = kernel.side_size
        for p in range(26):
            state = kernel.b[p]
            if state != 0:
                self.add(p, state)
                self.off -= own_checkers(state)
                off -= own_checkers(-state)
        if off > 0:
            self.add(27, off)

    def add(self, place: int, state: int) -> None:
        """Add a place in this state to the sums that the results share."""
        at = (place * STATES + state + MIDDLE) * NEURONS
        for k in range(NEURONS):
            self.base[k] += self.table[at + k]

    def score_of(self, kernel: Kernel, row: int) -> float:
        """Score a result, in points; `ALWAYS` if it ends the game.

        Where it differs is noted without a branch, which would often be mispredicted.
        """
        at = row * 26
        count = 0
        for p in range(26):
            self.changed[count] = p
            count += kernel.b[p] != kernel.out[at + p]
        off = self.off
        for j in range(count):
            p = self.changed[j]
            old = kernel.b[p] + MIDDLE
            new = kernel.out[at + p] + MIDDLE
            self.row[2 * j] = (p * STATES + new) * NEURONS
            self.row[2 * j + 1] = (p * STATES + old) * NEURONS
            off += self.own[old] - self.own[new]
        if off == kernel.side_size:
            return ALWAYS
        if kernel.mothers and mothers_end(kernel, at):
            return ALWAYS
        if off > 0:
            self.row[2 * count] = (26 * STATES + off + MIDDLE) * NEURONS
            self.row[2 * count + 1] = (26 * STATES + MIDDLE) * NEURONS
            count += 1
        return score(self.table, self.base, self.row, 2 * count, self.v)

    def keep(self, kernel: Kernel, n: int, least: int) -> int:
        """Note in `kept` which of the kernel's n results the real net is to judge, `least` at least.

        Returns their number; they are in the order of the results.
        """
        self.begin(kernel)
        filled = 0
        for row in range(n):
            value = self.score_of(kernel, row)
            self.score[row] = value
            if value < ALWAYS:
                filled = self.rank(value, filled)
        lowest = -ALWAYS
        if filled > 0:
            lowest = self.top[0] - self.margin
            if filled >= least and lowest > self.top[least - 1]:
                lowest = self.top[least - 1]
            if filled == self.most and lowest < self.top[self.most - 1]:
                lowest = self.top[self.most - 1]
        count = 0
        for row in range(n):
            if self.score[row] >= lowest:
                self.kept_rows[count] = row
                count += 1
        return count

    def rank(self, value: float, filled: int) -> int:
        """Put a score among the best, the highest first; returns how many there are then."""
        if filled == self.most and value <= self.top[filled - 1]:
            return filled
        at = filled if filled < self.most else filled - 1
        while at > 0 and self.top[at - 1] < value:
            self.top[at] = self.top[at - 1]
            at -= 1
        self.top[at] = value
        return filled + 1 if filled < self.most else filled


def own_checkers(state: int) -> int:
    """The checkers of the side that sees a place in this state, on top and pinned."""
    if state > 0:
        return state - PINNED if state > PINNED else state
    return 1 if state < -PINNED else 0


def mothers_end(kernel: Kernel, at: int) -> bool:
    """Do pinned mothers end the game, or start it again, with the result that begins there?"""
    most = 0 if kernel.mothers == MOTHERS_WIN else -PINNED
    return kernel.out[at + 1] >= PINNED and kernel.out[at + 24] <= most


def is_home_race(kernel: Kernel) -> bool:
    """Are all checkers of both sides at home before the roll? Then a table has the chances."""
    for p in range(26):
        state = kernel.b[p]
        if own_checkers(state) and p > HOME:
            return False
        if own_checkers(-state) and kernel.facing[p] > HOME:
            return False
    return True


def remaining_rows(pruning: PruningNet, kernel: Kernel, n: int, least: int = 1) -> list[int]:
    """Return the numbers of the kernel's n results that `keep` keeps."""
    count = pruning.keep(kernel, n, least)
    return [pruning.kept_rows[i] for i in range(count)]
