"""Fitting of nets to targets: gradients of the cross-entropy, and steps of Adam; see `gradients.pxd`."""

import cython

from zaria.bots.tables.training.trainer import Trainer

if not cython.compiled:
    from math import sqrt

    from zaria.bots.tables.net import spread_over_rows, sum_rows

INPUTS = 314
UNITS = 250
DENSE = 64
BANKS = 5
BETA1 = 0.9
BETA2 = 0.999
TINY = 1e-8
MANY = 500
"""Positions of a phase that its dense numbers are measured by."""
NARROW = 0.02
"""The least deviation of a dense number that counts."""


def measure(trainer: Trainer) -> None:
    """Find mean and deviation of the dense numbers in the positions kept, where a phase has many."""
    for bank in range(BANKS):
        count = 0
        for k in range(DENSE):
            trainer.sum[k] = 0.0
            trainer.squares[k] = 0.0
        for i in range(trainer.filled):
            if trainer.bank[i] != bank:
                continue
            for k in range(26):
                trainer.features.view[k] = trainer.boards[i * 26 + k]
            trainer.features.count()
            count += 1
            for k in range(trainer.features.compute(bank)):
                trainer.sum[k] += trainer.features.dense[k]
                trainer.squares[k] += trainer.features.dense[k] * trainer.features.dense[k]
        if count < MANY:
            continue
        for k in range(DENSE):
            mid = trainer.sum[k] / count
            spread = trainer.squares[k] / count - mid * mid
            trainer.middle[bank * DENSE + k] = mid
            trainer.width[bank * DENSE + k] = sqrt(spread) if spread > NARROW * NARROW else NARROW


def fit(trainer: Trainer, batch: int, rate: float, seed: int, most: int = 0) -> float:
    """Fit the nets once to all positions, or to so many by chance where that is not 0.

    Returns the mean squared error of the chance to win.
    """
    trainer.seed = seed
    trainer.rate = rate
    trainer.error = 0.0
    with cython.nogil:
        sampled = shuffle(trainer, most)
        for bank in range(BANKS):
            trainer.net.choose(bank)
            count = 0
            for i in range(sampled):
                if trainer.bank[trainer.order[i]] == bank:
                    learn(trainer, trainer.order[i], bank)
                    count += 1
                    if count == batch:
                        take_step(trainer, bank, count)
                        count = 0
            if count > batch // 2:
                take_step(trainer, bank, count)
            else:
                forget(trainer)
        trainer.net.spread_all()
    return trainer.error / sampled if sampled else 0.0


def shuffle(trainer: Trainer, most: int) -> int:
    """Put the positions, or at most so many, in a random order; returns their number."""
    for i in range(trainer.filled):
        trainer.order[i] = i
    sampled = most if 0 < most < trainer.filled else trainer.filled
    for i in range(sampled):
        j = int(trainer.random() * (trainer.filled - i))
        j = i + j if i + j < trainer.filled else i
        swap = trainer.order[i]
        trainer.order[i] = trainer.order[j]
        trainer.order[j] = swap
    return sampled


def learn(trainer: Trainer, sample: int, bank: int) -> None:
    """Add a position to the gradients."""
    h = trainer.net.hidden
    for k in range(26):
        trainer.features.view[k] = trainer.boards[sample * 26 + k]
    trainer.features.count()
    n = 0
    for place in range(28):
        state = trainer.features.view[place] if place < 26 else trainer.features.off[place - 26]
        count = trainer.net.units(place, state)
        for j in range(count):
            trainer.row[n] = trainer.net.unit[j] * trainer.stride
            trainer.much[n] = trainer.net.much[j]
            n += 1
    count = trainer.features.compute(bank)
    for j in range(count):
        if trainer.features.dense[j] != 0.0:
            trainer.row[n] = (UNITS + j) * trainer.stride
            trainer.much[n] = trainer.features.dense[j]
            n += 1
    for k in range(h):
        trainer.hidden[k] = trainer.net.bias[trainer.net.in_bias + k]
    for j in range(n):
        trainer.weight_row[j] = trainer.net.in_w + trainer.row[j]
    sum_rows(trainer.hidden, trainer.net.w, trainer.weight_row, trainer.much, n, trainer.stride)
    for k in range(h):
        trainer.net.pre[k] = trainer.hidden[k]
    trainer.net.finish()
    for k in range(h):
        trainer.back[k] = 0.0
    for i in range(5):
        miss = trainer.net.o[i] - trainer.target[sample * 5 + i]
        if i == 0:
            trainer.error += miss * miss
        trainer.g_c[i] += miss
        at = trainer.net.in_v + i * trainer.stride
        to = i * trainer.stride
        for k in range(h):
            trainer.back[k] += miss * trainer.net.v[at + k]
            trainer.g_v[to + k] += miss * trainer.net.pre[k]
    for k in range(h):
        trainer.back[k] = trainer.back[k] * trainer.hidden[k] if trainer.hidden[k] > 0.0 else 0.0
        trainer.g_bias[k] += trainer.back[k]
    spread_over_rows(trainer.g_w, trainer.row, trainer.much, n, trainer.back, trainer.stride)


def slopes(
    trainer: Trainer, board: tuple[int, ...], target: tuple[float, ...]
) -> tuple[list[float], list[float]]:
    """The outputs for a board, and how its cross-entropy grows with each weight, as in `Net.values`.

    The weights are those of the board's phase, which is chosen then: by such slopes `fit` goes downhill.
    """
    for k in range(26):
        trainer.boards[k] = trainer.features.view[k] = board[k]
    for k in range(5):
        trainer.target[k] = target[k]
    trainer.features.count()
    bank = trainer.features.phase()
    trainer.net.choose(bank)
    forget(trainer)
    learn(trainer, 0, bank)
    h = trainer.net.hidden
    gradient = [trainer.g_w[i * trainer.stride + k] for i in range(INPUTS) for k in range(h)]
    gradient += [trainer.g_bias[k] for k in range(h)]
    gradient += [trainer.g_v[i * trainer.stride + k] for i in range(5) for k in range(h)]
    gradient += [trainer.g_c[i] for i in range(5)]
    forget(trainer)
    return [trainer.net.o[i] for i in range(5)], gradient


def forget(trainer: Trainer) -> None:
    """Throw the gradients away."""
    for k in range(INPUTS * trainer.stride):
        trainer.g_w[k] = 0.0
    for k in range(trainer.stride):
        trainer.g_bias[k] = 0.0
    for k in range(5 * trainer.stride):
        trainer.g_v[k] = 0.0
    for k in range(5):
        trainer.g_c[k] = 0.0


def take_step(trainer: Trainer, bank: int, count: int) -> None:
    """Take one step of Adam along the gradients of so many positions.

    It goes by dense numbers brought to a mean of 0 and a deviation of 1 (`measure`): by those as they
    are, lopsided and of very different sizes, a net learns far less in the same time. The weights are
    nevertheless those of the numbers as they are.
    """
    trainer.steps += 1
    warm = trainer.steps if trainer.steps < 4000 else 4000
    trainer.rate_now = trainer.rate * sqrt(1.0 - power(BETA2, warm)) / (1.0 - power(BETA1, warm))
    scale = 1.0 / count
    h = trainer.net.hidden
    for k in range(h):
        trainer.g_bias[k] *= scale
        trainer.rise[k] = 0.0
    for i in range(INPUTS):
        row = i * trainer.stride
        at = bank * trainer.moments + row
        in_w = trainer.net.in_w + row
        mid = trainer.middle[bank * DENSE + i - UNITS] if i >= UNITS else 0.0
        width = 1.0 / trainer.width[bank * DENSE + i - UNITS] if i >= UNITS else 1.0
        for k in range(h):
            g = (trainer.g_w[row + k] * scale - mid * trainer.g_bias[k]) * width
            trainer.m[at + k] += (1.0 - BETA1) * (g - trainer.m[at + k])
            trainer.s[at + k] += (1.0 - BETA2) * (g * g - trainer.s[at + k])
            step = width * trainer.rate_now * trainer.m[at + k] / (sqrt(trainer.s[at + k]) + TINY)
            trainer.net.w[in_w + k] = trainer.net.w[in_w + k] - step
            trainer.rise[k] += mid * step
    at = bank * trainer.moments + INPUTS * trainer.stride
    for k in range(h):
        step = adam_step(trainer, at + k, trainer.g_bias[k]) - trainer.rise[k]
        trainer.net.bias[trainer.net.in_bias + k] = trainer.net.bias[trainer.net.in_bias + k] - step
    at += trainer.stride
    for k in range(5 * trainer.stride):
        step = adam_step(trainer, at + k, trainer.g_v[k] * scale)
        trainer.net.v[trainer.net.in_v + k] = trainer.net.v[trainer.net.in_v + k] - step
    at += 5 * trainer.stride
    for k in range(5):
        step = adam_step(trainer, at + k, trainer.g_c[k] * scale)
        trainer.net.c[trainer.net.in_c + k] = trainer.net.c[trainer.net.in_c + k] - step
    forget(trainer)


def adam_step(trainer: Trainer, at: int, g: float) -> float:
    """By how much a weight moves."""
    trainer.m[at] += (1.0 - BETA1) * (g - trainer.m[at])
    trainer.s[at] += (1.0 - BETA2) * (g * g - trainer.s[at])
    return trainer.rate_now * trainer.m[at] / (sqrt(trainer.s[at]) + TINY)


def power(x: float, n: int) -> float:
    """A power."""
    return x**n
