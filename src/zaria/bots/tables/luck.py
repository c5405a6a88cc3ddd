"""Rollouts with the luck of every roll taken off; compiled with `luck.pxd`.

The luck of a roll is what its best turn is worth at 0 plies, less the mean of that over all rolls. In the
mean it is nought, whatever the evaluator thinks of a position, so a rollout without it has the same mean. It
has a far smaller spread, because what is left are the evaluator's errors.
"""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel

if not cython.compiled:
    from zaria.bots.tables.playing import STUCK, begin, copy, die, lay_view, play, turn_outputs
    from zaria.games.tables.board import CHECKERS

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


def is_over(evaluator: EvaluatorKernel, at: int) -> bool:
    """Return whether the game is over, or starts again, with board `at` of the stack."""
    lay_view(evaluator, at)
    evaluator.features.count()
    return (
        evaluator.features.off[0] == CHECKERS or evaluator.features.off[1] == CHECKERS or evaluator.locked()
    )


def is_unmoved(evaluator: EvaluatorKernel, at: int) -> bool:
    """Return whether board `at` is the next one of the stack seen by the other side."""
    for k in range(26):
        if evaluator.stack[at * 26 + k] != -evaluator.stack[(at + 1) * 26 + evaluator.kernel.facing[k]]:
            return False
    return True


def play_out(evaluator: EvaluatorKernel, at: int, turns: int, first: int, second: int) -> None:
    """Play board `at` out as `playing.play_out` does; leave the outputs without luck in `sum` at `ROLLED`.

    They are seen by the side on roll at the beginning; a single game's may lie beyond 0 and 1.
    """
    side = 0
    idle = 0
    is_stuck = False
    for k in range(5):
        evaluator.sum[TOTAL + k] = 0.0
    for roll in range(turns):
        number = first if roll == 0 else second
        if roll > 1:
            number = 6 * die(evaluator) + die(evaluator) - 7
        d1 = max(number // 6, number % 6) + 1
        d2 = min(number // 6, number % 6) + 1
        add_luck(evaluator, at, d1, d2, side)
        copy(evaluator, at, at + 1)
        if play(evaluator, at, d1, d2):
            side = 1 - side
        if is_over(evaluator, at):
            break
        idle = idle + 1 if is_unmoved(evaluator, at) else 0
        is_stuck = idle >= STUCK
        if is_stuck:
            break
    lay_view(evaluator, at)
    evaluator.evaluate()
    if is_stuck:
        evaluator.lock()
    elif side:
        turn_outputs(evaluator)
    for k in range(5):
        evaluator.sum[ROLLED + k] = evaluator.o[k] - evaluator.sum[TOTAL + k]


def equity(evaluator: EvaluatorKernel, at: int) -> float:
    """Return the equity of the outputs at this place of `sum`."""
    points = evaluator.points
    return (
        points[0] * (2.0 * evaluator.sum[at] - 1.0)
        + (points[1] - points[0]) * (evaluator.sum[at + 1] - evaluator.sum[at + 3])
        + (points[2] - points[1]) * (evaluator.sum[at + 2] - evaluator.sum[at + 4])
    )


def roll_out(
    evaluator: EvaluatorKernel, board: tuple[int, ...], games: int, seed: int, turns: int
) -> tuple[list[float], float, float]:
    """Play games out without luck, as `playing.roll_out` does with it, with its dice.

    Returns the means of the outputs, and of equity and its square.
    """
    sums = [0.0] * 5
    total = 0.0
    squares = 0.0
    begin(evaluator, board)
    evaluator.seed = seed % 2147483646 + 1
    evaluator.wide = True
    for game in range(games):
        for k in range(26):
            evaluator.stack[k] = board[k]
        first = (seed % 36 + game) % 36
        second = (7 * first + seed // 36 % 36 + game // 36) % 36
        with cython.nogil:
            play_out(evaluator, 0, turns, first, second)
        worth = equity(evaluator, ROLLED)
        for k in range(5):
            sums[k] += evaluator.sum[ROLLED + k]
        total += worth
        squares += worth * worth
    evaluator.wide = False
    return [value / games for value in sums], total / games, squares / games
