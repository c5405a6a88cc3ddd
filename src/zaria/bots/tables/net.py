"""Small neural nets over the checkers of a table: one source, compiled by Cython or run as it is.

A view is 26 small ints as in `zaria.games.tables.kernel`, seen by the side about to roll. Its checkers are
put into units (one alone on a point, two, three, more, upon a pinned one, on the bar, borne off), beside
which stand up to `DENSE` numbers that the evaluator computes. One hidden layer of squared rectifiers, five
outputs: the chances to win, to win the second and third class or better, to lose those.

A game has `BANKS` nets side by side, one for each phase; `choose` says which is meant from then on.

What a place in each state adds to the hidden layer is laid out in `table`, and what a dense number does, so
that a position is a sum of rows. Positions are judged by the rows in which they differ from a base. The sums
of the base are made from nothing, for each phase when it is first needed: what a position is worth depends on
itself and the base, and on nothing that was judged before.
"""

import logging
import os
from collections.abc import Sequence

import cython

if not cython.compiled:  # there they are functions of `rows.h`
    from zaria.bots.tables.rows import (
        BLOCK,
        LINE,
        add_rows,
        add_to_rows,
        evaluate_rows,
        numbers_in,
        rows_use,
        rows_widest,
        score_rows,
        squashed,
    )
    from zaria.games.tables.board import PINNED

log = logging.getLogger(__name__)

MOST_HIDDEN = 512
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
DENSE_ROW = PLACES * STATES
"""The first row of dense numbers in a phase's table, behind those of the places."""
OUTPUT_ROW = DENSE_ROW + DENSE
"""The first of those of the outputs, with a row for their biases."""
SUM_ROW = OUTPUT_ROW + OUTPUTS + 1
"""The row of the sums of the base."""
ROWS = SUM_ROW + 1
"""Of a phase's table."""
CHANGES = 2 * PLACES + DENSE
"""Rows in which two positions differ, at most."""
VARIABLE = "ZARIA_SIMD"


WIDTHS = ("plain", "avx2", "avx512")
"""Names of the instructions that `rows.h` is compiled for, the widest last."""


def use_instructions(widest: str) -> str:
    """Have the nets of this process work with the widest instructions there are, but none wider than these.

    Returns which of `WIDTHS` they are. An empty name is no limit; nor is an unknown one, and the log says so.
    """
    width = rows_widest()
    if widest in WIDTHS:
        width = min(width, WIDTHS.index(widest))
    elif widest:
        log.warning("%s=%s limits nothing: known are %s", VARIABLE, widest, ", ".join(WIDTHS))
    rows_use(width)
    return WIDTHS[width]


INSTRUCTIONS = use_instructions(os.environ.get(VARIABLE, ""))
"""The instructions that the nets of this process began with."""


def score(
    table: list[float], base: Sequence[float], row: Sequence[int], count: int, v: Sequence[float]
) -> float:
    """Score a result by a pruning net, from the sums `base` and the rows by which it differs from them."""
    return score_rows(table, base, row, count, v)


def sum_rows(
    sums: list[float], table: list[float], row: Sequence[int], by: Sequence[float], count: int, stride: int
) -> None:
    """Add the first `count` rows of `table`, each `by` times, to `sums`."""
    add_rows(sums, 0, table, row, by, count, stride)


def spread_over_rows(
    table: list[float],
    row: Sequence[int],
    by: Sequence[float],
    count: int,
    part: Sequence[float],
    stride: int,
) -> None:
    """Add the numbers of `part`, each `by` times, to the first `count` rows of `table`."""
    add_to_rows(table, row, by, count, part, stride)


def stride_of(hidden: int) -> int:
    """Return how many numbers a row of so many neurons has: there are zeros up to the end of a block."""
    return (hidden + BLOCK - 1) // BLOCK * BLOCK


def zeros(count: int) -> list[float]:
    """Numbers to begin with, where it is not compiled."""
    return [0.0] * count


def whole(count: int) -> list[int]:
    """The same of whole numbers."""
    return [0] * count


class Net:
    """The weights of all phases, and what a thread needs to use them."""

    def __init__(self, hidden: int = MOST_HIDDEN) -> None:
        """A hidden layer of so many neurons, 1 to `MOST_HIDDEN`; raises `ValueError` for another number."""
        if not 0 < hidden <= MOST_HIDDEN:
            raise ValueError(f"a net has 1 to {MOST_HIDDEN} neurons, not {hidden}")
        self.hidden = hidden
        self.stride = stride_of(hidden)
        self.memory: list[bytearray] = []
        self.w = self.numbers(BANKS * INPUTS * self.stride)
        self.bias = self.numbers(BANKS * self.stride)
        self.v = self.numbers(BANKS * OUTPUTS * self.stride)
        self.c = self.numbers(BANKS * OUTPUTS)
        self.table = self.numbers(BANKS * ROWS * self.stride)
        self.pre = self.numbers(self.stride)
        if not cython.compiled:  # the cells of C arrays are there, and zero
            self.base = whole(PLACES)
            self.base_dense = zeros(BANKS * DENSE)
            self.summed = whole(BANKS)
            self.row = whole(CHANGES + 2)
            self.by = zeros(CHANGES + 2)
            self.o = zeros(OUTPUTS)
            self.unit = whole(8)
            self.much = zeros(8)
        self.choose(0)
        self.forget()

    def numbers(self, count: int) -> list[float]:
        """Return room for so many numbers, all 0, which lasts as long as the net.

        It begins at a line of the processor's cache: rows that straddle two lines take up to a tenth longer.
        """
        self.memory.append(bytearray(4 * count + LINE))
        return numbers_in(self.memory[len(self.memory) - 1])

    def choose(self, bank: int) -> None:
        """Work with the net of that phase."""
        self.bank = bank
        self.in_w = bank * INPUTS * self.stride
        self.in_bias = bank * self.stride
        self.in_v = bank * OUTPUTS * self.stride
        self.in_c = bank * OUTPUTS
        self.in_table = bank * ROWS * self.stride

    # -- weights

    def size(self) -> int:
        """Return how many weights a net has."""
        return INPUTS * self.hidden + self.hidden + OUTPUTS * self.hidden + OUTPUTS

    def load(self, values: Sequence[float]) -> None:
        """Take the weights of the net chosen: each input's, the hidden bias, each output's, their bias."""
        h = self.hidden
        for i in range(INPUTS):
            for k in range(h):
                self.w[self.in_w + i * self.stride + k] = values[i * h + k]
        at = INPUTS * h
        for k in range(h):
            self.bias[self.in_bias + k] = values[at + k]
        at += h
        for i in range(OUTPUTS):
            for k in range(h):
                self.v[self.in_v + i * self.stride + k] = values[at + i * h + k]
        at += OUTPUTS * h
        for i in range(OUTPUTS):
            self.c[self.in_c + i] = values[at + i]
        self.spread()

    def values(self) -> list[float]:
        """Its weights, in the order of `load`."""
        h = self.hidden
        values = [self.w[self.in_w + i * self.stride + k] for i in range(INPUTS) for k in range(h)]
        values += [self.bias[self.in_bias + k] for k in range(h)]
        values += [self.v[self.in_v + i * self.stride + k] for i in range(OUTPUTS) for k in range(h)]
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
                at = self.place_row(place, state - MIDDLE)
                for k in range(self.hidden):
                    self.table[at + k] = 0.0
                count = self.units(place, state - MIDDLE)
                for j in range(count):
                    row = self.in_w + self.unit[j] * self.stride
                    much = self.much[j]
                    for k in range(self.hidden):
                        self.table[at + k] += much * self.w[row + k]
        at = self.row_at(DENSE_ROW)
        for k in range(DENSE * self.stride):
            self.table[at + k] = self.w[self.in_w + UNITS * self.stride + k]
        at = self.row_at(OUTPUT_ROW)
        for k in range(OUTPUTS * self.stride):
            self.table[at + k] = self.v[self.in_v + k]
        at = self.row_at(OUTPUT_ROW + OUTPUTS)
        for i in range(OUTPUTS):
            self.table[at + i] = self.c[self.in_c + i]
        self.forget()

    def spread_all(self) -> None:
        """Lay the tables of all phases out."""
        for bank in range(BANKS):
            self.choose(bank)
            self.spread()

    # -- positions

    def forget(self) -> None:
        """Forget the base: the next position is compared with no other."""
        self.has_base = False
        for bank in range(BANKS):
            self.summed[bank] = False

    def compare_with(self, view: list[int]) -> None:
        """Take this view as the base, unless it is the base already."""
        differs = not self.has_base
        for p in range(26):
            differs |= self.base[p] != view[p]
            self.base[p] = view[p]
        if differs:
            self.forget()
            self.has_base = True

    def sum_up(self, off: list[int], dense: list[float], count: int) -> None:
        """Sum the base up for the phase chosen, from the checkers borne off and the first dense numbers."""
        self.base[26] = off[0]
        self.base[27] = off[1]
        rows = 0
        for p in range(PLACES):
            if self.base[p] != 0:
                self.row[rows] = self.place_row(p, self.base[p])
                self.by[rows] = 1.0
                rows += 1
        for k in range(count):
            self.row[rows] = self.row_at(DENSE_ROW + k)
            self.by[rows] = self.base_dense[self.bank * DENSE + k] = dense[k]
            rows += 1
        sums = self.row_at(SUM_ROW)
        for k in range(self.stride):
            self.table[sums + k] = self.bias[self.in_bias + k]
        add_rows(self.table, sums, self.table, self.row, self.by, rows, self.stride)
        self.summed[self.bank] = True

    def evaluate(
        self, view: list[int], off: list[int], dense: list[float], count: int, o: list[float]
    ) -> None:
        """Work out the outputs `o` of a position from the base, which is summed up for the phase chosen.

        Where the two differ is noted without a branch, which would often be mispredicted.
        """
        rows = 0
        for p in range(26):
            rows = self.note(rows, p, self.base[p], view[p])
        for side in range(2):
            rows = self.note(rows, 26 + side, self.base[26 + side], off[side])
        at = self.bank * DENSE
        for k in range(count):
            self.row[rows] = self.row_at(DENSE_ROW + k)
            self.by[rows] = dense[k] - self.base_dense[at + k]
            rows += dense[k] != self.base_dense[at + k]
        sums = self.row_at(SUM_ROW)
        outputs = self.row_at(OUTPUT_ROW)
        evaluate_rows(self.table, sums, self.row, self.by, rows, outputs, self.stride, o)

    def note(self, rows: int, place: int, old: int, new: int) -> int:
        """Note the two rows of a place if its state is another; returns how many rows are noted."""
        self.row[rows] = self.place_row(place, new)
        self.by[rows] = 1.0
        self.row[rows + 1] = self.place_row(place, old)
        self.by[rows + 1] = -1.0
        return rows + 2 * (old != new)

    def place_row(self, place: int, state: int) -> int:
        """Return where the row of a place in this state begins in the table."""
        return self.row_at(place * STATES + state + MIDDLE)

    def row_at(self, row: int) -> int:
        """Return where a row of the phase chosen begins in the table."""
        return self.in_table + row * self.stride

    # -- training

    def finish(self) -> None:
        """Work the outputs out from the sums `pre`, which become what the hidden layer hands on."""
        for k in range(self.hidden):
            high = self.pre[k] if self.pre[k] > 0.0 else 0.0
            self.pre[k] = 0.5 * high * high
        for i in range(OUTPUTS):
            total = self.c[self.in_c + i]
            at = self.in_v + i * self.stride
            for k in range(self.hidden):
                total += self.pre[k] * self.v[at + k]
            self.o[i] = squashed(total)
