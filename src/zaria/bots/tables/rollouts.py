"""Playing games out by an evaluator, with the luck of the dice or without; compiled with `rollouts.pxd`."""

import cython

from zaria.bots.tables.evaluator import EvaluatorKernel

if not cython.compiled:
    from zaria.bots.tables.luck import ROLLED, TOTAL, add_luck
    from zaria.bots.tables.playing import begin, copy, die, lay_view, play, turn_outputs

STUCK = 100
"""Rolls without a move after which a game is void."""


def is_over(evaluator: EvaluatorKernel, at: int) -> bool:
    """Return whether the game is over, or starts again, with board `at` of the stack."""
    lay_view(evaluator, at)
    evaluator.features.count()
    return evaluator.features.rear[0] == 0 or evaluator.features.rear[1] == 0 or evaluator.locked()


def is_unmoved(evaluator: EvaluatorKernel, at: int) -> bool:
    """Return whether board `at` is the next one of the stack seen by the other side."""
    for k in range(26):
        if evaluator.stack[at * 26 + k] != -evaluator.stack[(at + 1) * 26 + evaluator.kernel.facing[k]]:
            return False
    return True


def number_of_roll(evaluator: EvaluatorKernel, roll: int, first: int, second: int) -> int:
    """The number, 0 to 35, of a roll by its place in the game: given for the first two, else drawn."""
    if roll == 0:
        return first
    return second if roll == 1 else 6 * die(evaluator) + die(evaluator) - 7


def play_out(
    evaluator: EvaluatorKernel, at: int, turns: int, first: int, second: int, without_luck: bool
) -> None:
    """Play board `at` out, or so many rolls; the first two are those of these numbers, 0 to 35.

    Leaves the outputs in `sum` at `ROLLED`, seen by the side on roll at the beginning. Without luck those of
    a single game may lie beyond 0 and 1.
    """
    side = 0
    idle = 0
    is_stuck = False
    for k in range(5):
        evaluator.sum[TOTAL + k] = 0.0
    for roll in range(turns):
        number = number_of_roll(evaluator, roll, first, second)
        d1 = max(number // 6, number % 6) + 1
        d2 = min(number // 6, number % 6) + 1
        if without_luck:
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


def first_rolls(seed: int, game: int) -> tuple[int, int]:
    """The numbers of a game's first two rolls.

    Of every 36 games the first rolls are each roll once, and so are the second ones; of 1296 games the two of
    them are each pair once.
    """
    first = (seed % 36 + game) % 36
    return first, (7 * first + seed // 36 % 36 + game // 36) % 36


def roll_out(
    evaluator: EvaluatorKernel,
    board: tuple[int, ...],
    games: int,
    seed: int,
    turns: int,
    *,
    without_luck: bool,
) -> tuple[list[float], float, float]:
    """Play games out from a board; returns the means of the outputs, and of equity and its square.

    The seed is 0 or more; the dice are the same with luck and without.
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
        first, second = first_rolls(seed, game)
        with cython.nogil:
            play_out(evaluator, 0, turns, first, second, without_luck)
        worth = equity(evaluator, ROLLED)
        for k in range(5):
            sums[k] += evaluator.sum[ROLLED + k]
        total += worth
        squares += worth * worth
    evaluator.wide = False
    return [output / games for output in sums], total / games, squares / games
