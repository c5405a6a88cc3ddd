"""Sums of a net's rows, and its outputs, for interpreted runs; compiled, `rows.h` does the same.

A row is a place in `table` from which `STRIDE` numbers stand.
"""

from collections.abc import Sequence
from math import exp

OUTPUTS = 5
STRIDE = 256
"""Places from the weights of one output to those of the next."""
FARTHEST = 30.0
"""Sums beyond this are as good as certain."""


def rows_widest() -> int:
    """Return the widest instructions there are: Python has no choice."""
    return 0


def rows_use(width: int) -> None:
    """Work with these instructions, the only ones."""


def add_rows(
    table: list[float], to: int, row: Sequence[int], by: Sequence[float], count: int, hidden: int
) -> None:
    """Add the first `count` rows, each `by` times, to the row `to`."""
    for j in range(count):
        for k in range(hidden):
            table[to + k] += by[j] * table[row[j] + k]


def evaluate_rows(
    table: list[float],
    base: int,
    row: Sequence[int],
    by: Sequence[float],
    count: int,
    outputs: int,
    hidden: int,
    o: list[float],
) -> None:
    """Work out the outputs `o` of a position.

    Its hidden layer is the row `base` and these rows, each `by` times. From `outputs` on there are the
    weights of each output, then the biases of all.
    """
    squares = [0.0] * hidden
    for k in range(hidden):
        total = table[base + k] + sum(by[j] * table[row[j] + k] for j in range(count))
        squares[k] = total * total if total > 0.0 else 0.0
    for i in range(OUTPUTS):
        at = outputs + i * STRIDE
        total = sum(squares[k] * table[at + k] for k in range(hidden))
        o[i] = squashed(table[outputs + OUTPUTS * STRIDE + i] + 0.5 * total)


def score_rows(
    table: list[float], base: Sequence[float], row: Sequence[int], count: int, v: Sequence[float]
) -> float:
    """Return half the sum of the weights `v` of a pruning net's neurons times the squares of positive sums.

    The sums are those of `base`, with rows of `table` added and taken off in turn.
    """
    score = 0.0
    for k, weight in enumerate(v):
        total = base[k] + sum(table[row[j] + k] - table[row[j + 1] + k] for j in range(0, count, 2))
        score += total * total * weight if total > 0.0 else 0.0
    return 0.5 * score


def squashed(x: float) -> float:
    """The logistic function."""
    if x > FARTHEST:
        return 1.0
    if x < -FARTHEST:
        return 0.0
    return 1.0 / (1.0 + exp(-x))
