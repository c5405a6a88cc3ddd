"""Small neural nets over the checkers of a table: one source, compiled by Cython or run as it is.

A view is 26 small ints as in `zaria.games.tables.kernel`, seen by the side about to roll. Its checkers are
put into units (one alone on a point, two, three, more, upon a pinned one, on the bar, borne off), beside
which stand up to `DENSE` numbers that the evaluator computes. One hidden layer of squared rectifiers, five
outputs: the chances to win, to win the second and third class or better, to lose those.

A game has `BANKS` nets side by side, one for each phase; `choose` says which is meant from then on.

What a place in each state adds to the hidden layer is laid out in `table`, so that a position is the sum of
28 rows, and a position after a turn differs from the one before in a few.
"""

from collections.abc import Sequence

import cython

if not cython.compiled:
    from math import exp

    from zaria.games.tables.board import PINNED

HIDDEN = 256
"""Neurons of the hidden layer at most."""
UNITS = 250
DENSE = 64
INPUTS = UNITS + DENSE
OUTPUTS = 5
PLACES = 28
"""Points 0 to 25 as in a view, then both sides' checkers borne off."""
STATES = 64
MIDDLE = 32
"""Offset from the checkers on a place (negative: the opponent's) to its state."""
BANKS = 5
WEIGHTS = INPUTS * HIDDEN
CELLS = PLACES * STATES * HIDDEN
LINE = 64
"""Bytes in a line of the processor's cache."""
FARTHEST = 30.0
"""Sums beyond this are as good as certain."""


def zeros(count: int) -> list[float]:
    """Numbers to begin with, where it is not compiled."""
    return [0.0] * count


def whole(count: int) -> list[int]:
    """The same of whole numbers."""
    return [0] * count


class Net:
    """The weights of all phases, and what a thread needs to use them."""

    def __init__(self, hidden: int = HIDDEN) -> None:
        """A hidden layer of so many neurons, 1 to `HIDDEN`; raises `ValueError` for another number."""
        if not 0 < hidden <= HIDDEN:
            raise ValueError(f"a net has 1 to {HIDDEN} neurons, not {hidden}")
        self.hidden = hidden
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.w = zeros(BANKS * WEIGHTS)
            self.bias = zeros(BANKS * HIDDEN)
            self.v = zeros(BANKS * OUTPUTS * HIDDEN)
            self.c = zeros(BANKS * OUTPUTS)
            self.table = zeros(BANKS * CELLS)
            self.acc = zeros(HIDDEN)
            self.pre = zeros(HIDDEN)
            self.o = zeros(OUTPUTS)
            self.unit = whole(8)
            self.much = zeros(8)
        self.margin = 0
        if cython.compiled:  # rows that straddle two lines of the cache cost up to a tenth of the time
            begin = cython.cast(cython.size_t, cython.address(self.table[0]))
            self.margin = (LINE - begin % LINE) % LINE // 4
        self.choose(0)

    def choose(self, bank: int) -> None:
        """Work with the net of that phase."""
        self.in_w = bank * WEIGHTS
        self.in_bias = bank * HIDDEN
        self.in_v = bank * OUTPUTS * HIDDEN
        self.in_c = bank * OUTPUTS
        self.in_table = self.margin + bank * CELLS

    # -- weights

    def size(self) -> int:
        """Return how many weights a net has."""
        return INPUTS * self.hidden + self.hidden + OUTPUTS * self.hidden + OUTPUTS

    def load(self, values: Sequence[float]) -> None:
        """Take the weights of the net chosen: each input's, the hidden bias, each output's, their bias."""
        h = self.hidden
        for i in range(INPUTS):
            for k in range(h):
                self.w[self.in_w + i * HIDDEN + k] = values[i * h + k]
        at = INPUTS * h
        for k in range(h):
            self.bias[self.in_bias + k] = values[at + k]
        at += h
        for i in range(OUTPUTS):
            for k in range(h):
                self.v[self.in_v + i * HIDDEN + k] = values[at + i * h + k]
        at += OUTPUTS * h
        for i in range(OUTPUTS):
            self.c[self.in_c + i] = values[at + i]
        self.spread()

    def values(self) -> list[float]:
        """Its weights, in the order of `load`."""
        h = self.hidden
        values = [self.w[self.in_w + i * HIDDEN + k] for i in range(INPUTS) for k in range(h)]
        values += [self.bias[self.in_bias + k] for k in range(h)]
        values += [self.v[self.in_v + i * HIDDEN + k] for i in range(OUTPUTS) for k in range(h)]
        return values + [self.c[self.in_c + i] for i in range(OUTPUTS)]

    def units(self, place: int, state: int) -> int:
        """Note which units a place in this state (not shifted) switches on; returns their number."""
        if place >= 26:
            return self.off_units(place, state)
        if state == 0:
            return 0
        n = state if state > 0 else -state
        if place == 0 or place == 25:
            at = 240 if place == 25 else 242
            self.unit[0] = at
            self.much[0] = 1.0
            self.unit[1] = at + 1
            self.much[1] = n * 0.5
            return 2
        at = (place - 1) * 5 + (0 if state > 0 else 120)
        count = 0
        if n > PINNED:
            n -= PINNED
            self.unit[0] = at + 4
            self.much[0] = 1.0
            count = 1
        self.unit[count] = at + (n - 1 if n < 3 else 2)
        self.much[count] = 1.0
        count += 1
        if n > 3:
            self.unit[count] = at + 3
            self.much[count] = (n - 3) * 0.25
            count += 1
        return count

    def off_units(self, place: int, n: int) -> int:
        if n <= 0:
            return 0
        at = 244 if place == 26 else 247
        self.unit[0] = at
        self.much[0] = 1.0
        self.unit[1] = at + 1
        self.much[1] = n / 15.0
        if n < 8:
            return 2
        self.unit[2] = at + 2
        self.much[2] = (n - 7) * 0.125
        return 3

    def spread(self) -> None:
        """Lay the table out; to be done whenever weights have changed."""
        for place in range(PLACES):
            for state in range(STATES):
                at = self.in_table + (place * STATES + state) * HIDDEN
                for k in range(self.hidden):
                    self.table[at + k] = 0.0
                count = self.units(place, state - MIDDLE)
                for j in range(count):
                    row = self.in_w + self.unit[j] * HIDDEN
                    much = self.much[j]
                    for k in range(self.hidden):
                        self.table[at + k] += much * self.w[row + k]

    def spread_all(self) -> None:
        """Lay the tables of all phases out."""
        for bank in range(BANKS):
            self.choose(bank)
            self.spread()

    # -- positions

    def begin(self) -> None:
        """Start a position anew."""
        for k in range(self.hidden):
            self.acc[k] = self.bias[self.in_bias + k]

    def put(self, place: int, state: int) -> None:
        """Add what stands on a place to the position."""
        at = self.in_table + (place * STATES + state + MIDDLE) * HIDDEN
        for k in range(self.hidden):
            self.acc[k] += self.table[at + k]

    def take(self) -> None:
        """Begin a position that differs from the one put together in a few places."""
        for k in range(self.hidden):
            self.pre[k] = self.acc[k]

    def change(self, place: int, old: int, new: int) -> None:
        """One of those places."""
        old_row = self.in_table + (place * STATES + old + MIDDLE) * HIDDEN
        new_row = self.in_table + (place * STATES + new + MIDDLE) * HIDDEN
        for k in range(self.hidden):
            self.pre[k] += self.table[new_row + k] - self.table[old_row + k]

    def weigh(self, index: int, value: float) -> None:
        """Add a dense number to the position."""
        at = self.in_w + (UNITS + index) * HIDDEN
        for k in range(self.hidden):
            self.acc[k] += value * self.w[at + k]

    def add(self, index: int, value: float) -> None:
        """By how much a dense number of that position is greater."""
        at = self.in_w + (UNITS + index) * HIDDEN
        for k in range(self.hidden):
            self.pre[k] += value * self.w[at + k]

    def finish(self) -> None:
        """Work the outputs out."""
        for k in range(self.hidden):
            high = self.pre[k] if self.pre[k] > 0.0 else 0.0
            self.pre[k] = 0.5 * high * high
        for i in range(OUTPUTS):
            total = self.c[self.in_c + i]
            at = self.in_v + i * HIDDEN
            for k in range(self.hidden):
                total += self.pre[k] * self.v[at + k]
            self.o[i] = squashed(total)


def squashed(x: float) -> float:
    """The logistic function."""
    if x > FARTHEST:
        return 1.0
    if x < -FARTHEST:
        return 0.0
    return 1.0 / (1.0 + exp(-x))
