"""The luck of rolls, to be taken off rollouts; compiled with `luck.pxd`.

The luck of a roll is what its best turn is worth at 0 plies, less the mean of that over all rolls. In the
mean it is nought, whatever the evaluator thinks of a position, so a rollout without it has the same mean. It
has a far smaller spread, because what is left are the evaluator's errors.
"""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel

if not cython.compiled:
    from zaria.bots.tables.playing import copy, lay_view, play, turn_outputs

MEAN = 0
ROLLED = 5
TOTAL = 10
"""Places in `EvaluatorKernel.sum`, five outputs each: the mean of the rolls, the one that fell, all luck."""


def add_luck(evaluator: EvaluatorKernel, at: int, d1: int, d2: int, side: int) -> None:
    """Add the luck of a roll (d1 >= d2) from board `at` to the total, as side 0 sees it."""
    evaluator.wide = False  # any way to play gives luck without a mean, and this one is quick in ladders
    for k in range(5):
        evaluator.sum[MEAN + k] = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            copy(evaluator, at, at + 2)
            turned = play(evaluator, at + 2, high, low)
            if turned and evaluator.seen:
                for k in range(5):
                    evaluator.o[k] = evaluator.best[k]
            else:
                lay_view(evaluator, at + 2)
                evaluator.evaluate()
            if turned != side:
                turn_outputs(evaluator)
            weight = 1.0 / 36.0 if high == low else 2.0 / 36.0
            for k in range(5):
                evaluator.sum[MEAN + k] += weight * evaluator.o[k]
                if high == d1 and low == d2:
                    evaluator.sum[ROLLED + k] = evaluator.o[k]
    for k in range(5):
        evaluator.sum[TOTAL + k] += evaluator.sum[ROLLED + k] - evaluator.sum[MEAN + k]
    evaluator.wide = True
