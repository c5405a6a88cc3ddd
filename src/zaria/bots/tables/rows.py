"""Sums of a net's rows, and its outputs, for interpreted runs; compiled, `rows.h` does the same.

A row is a place in `table` from which `stride` numbers stand.
"""

from collections.abc import Sequence
from math import exp

OUTPUTS = 5
BLOCK = 8
"""Neurons that are worked out together: a row has a multiple of it, and room for a bias of each output."""
LINE = 64
"""Bytes in a line of the processor's cache."""
FARTHEST = 30.0
"""Sums beyond this are as good as certain."""


def numbers_in(memory: bytearray) -> list[float]:
    """Return as many numbers, all 0, as there is room for from the first line of the cache on."""
    return [0.0] * ((len(memory) - LINE) // 4)


def rows_widest() -> int:
    """Return the widest instructions there are: Python has no choice."""
    return 0


def rows_use(width: int) -> None:
    """Work with these instructions, the only ones."""


def add_rows(
    sums: list[float],
    at: int,
    table: list[float],
    row: Sequence[int],
    by: Sequence[float],
    count: int,
    stride: int,
) -> None:
    """Add the first `count` rows of `table`, each `by` times, to the sums that begin at `at`."""
    for j in range(count):
        for k in range(stride):
            sums[at + k] += by[j] * table[row[j] + k]


def add_to_rows(
    table: list[float],
    row: Sequence[int],
    by: Sequence[float],
    count: int,
    part: Sequence[float],
    stride: int,
) -> None:
    """Add the numbers of `part`, each `by` times, to the first `count` rows of `table`."""
    for j in range(count):
        for k in range(stride):
            table[row[j] + k] += by[j] * part[k]


def evaluate_rows(
    table: list[float],
    base: int,
    row: Sequence[int],
    by: Sequence[float],
    count: int,
    outputs: int,
    stride: int,
    o: list[float],
) -> None:
    """Work out the outputs `o` of a position.

    Its hidden layer is the row `base` and these rows, each `by` times. From `outputs` on there are the
    weights of each output, then the biases of all.
    """
    squares = [0.0] * stride
    for k in range(stride):
        total = table[base + k] + sum(by[j] * table[row[j] + k] for j in range(count))
        squares[k] = total * total if total > 0.0 else 0.0
    for i in range(OUTPUTS):
        at = outputs + i * stride
        total = sum(squares[k] * table[at + k] for k in range(stride))
        o[i] = squashed(table[outputs + OUTPUTS * stride + i] + 0.5 * total)


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
