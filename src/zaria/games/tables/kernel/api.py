"""The Python interface of a kernel: results as tuples, and turns made step by step; see `api.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel
from zaria.games.turn import Moves

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.kernel.constants import END_OF_TURN, NO_LIMIT
    from zaria.games.tables.kernel.generation import (
        check_roll,
        first_turn,
        generate,
        head_limit,
        no_roll,
        take_up,
    )
    from zaria.games.tables.kernel.step_graph import worth_of
    from zaria.games.tables.kernel.survey import survey
    from zaria.games.tables.kernel.turn_ends import hits_are_judged, locks_in, may_hit_at_home


def is_step(src: int, die: int) -> bool:
    """Are these a point or the bar, and a die?  Strangers send numbers of any size."""
    return 1 <= src <= 25 and 1 <= die <= 6


def boards(kernel: Kernel) -> list[tuple[int, ...]]:
    """The results found, each as the opponent, who is next, sees it."""
    check_roll(kernel)
    return [tuple([-kernel.out[row * 26 + kernel.facing[k]] for k in range(26)]) for row in range(kernel.n)]


def steps(kernel: Kernel) -> list[list[int]]:
    """One sequence of steps for each result found, a step being hit * 256 + src * 8 + die."""
    check_roll(kernel)
    sequences = []
    for row in range(kernel.n):
        path = kernel.paths[row]
        sequence = []
        while path > 0:
            sequence.append(path & 511)
            path >>= 9
        sequence.reverse()
        sequences.append(sequence)
    return sequences


def moves(kernel: Kernel) -> list[list[tuple[int, int]]]:
    """The same as (src, die)."""
    return [[((step & 255) >> 3, step & 7) for step in sequence] for sequence in steps(kernel)]


def apply_turn(kernel: Kernel, moves: Moves) -> tuple[tuple[int, ...], list[int]] | None:
    """Make steps one after another, whatever the roll.

    Returns the board as the opponent then sees it and the steps, numbered as by `steps`; None when one
    is not legal.
    """
    survey(kernel)
    kernel.heads = NO_LIMIT
    played = []
    for src, die in moves:
        if not (is_step(src, die) and steps_legally(kernel, src, die)):
            return None
        played.append(make_step(kernel, src, die))
    return handed_over(kernel), played


def completes(
    kernel: Kernel, d1: int, d2: int, moves: Moves, times: int = 4
) -> tuple[tuple[int, ...], list[int]] | None:
    """The same as `apply_turn` if these steps, in this order, are a complete legal turn; else None."""
    if d1 < d2:
        d1, d2 = d2, d1
    if not best_is_known(kernel, d1, d2, len(moves), times):
        generate(kernel, d1, d2, times)
        check_roll(kernel)
    kernel.heads = kernel.allowed
    kernel.piles = 0
    used = 0
    played = []
    for src, die in moves:
        if not is_step(src, die):
            return None
        used = add_die(kernel, used, d1, d2, die)
        if used < 0 or not steps_legally(kernel, src, die):
            return None
        played.append(make_step(kernel, src, die))
    if (worth_of(kernel, used) if used > 0 else 0) != kernel.rank or (kernel.opens and locks_in(kernel)):
        return None
    return handed_over(kernel), played


def best_is_known(kernel: Kernel, d1: int, d2: int, count: int, times: int) -> bool:
    """Is the rank of the best turns known without a search, as far as so many steps ask?

    No turn has more of the roll than all of it, and it is no pass where a step can be made. That holds
    where neither first turns nor the ends of turns have rules of their own.
    """
    if kernel.six == END_OF_TURN or no_roll(kernel, d1, d2, times) or first_turn(kernel):
        return False
    survey(kernel)
    take_up(kernel, d1, d2, times, head_limit(kernel))
    if kernel.shut_in > 0 or (hits_are_judged(kernel) and may_hit_at_home(kernel)):
        return False
    kernel.rank = kernel.full
    return count == kernel.count or (count == 0 and has_effect(kernel, d1, d2))


def has_effect(kernel: Kernel, d1: int, d2: int) -> bool:
    """Can a first step be made by either die?"""
    kernel.heads = kernel.allowed
    for src in range(25, 0, -1):
        if kernel.b[src] > 0 and (steps_legally(kernel, src, d1) or steps_legally(kernel, src, d2)):
            return True
    return False


def add_die(kernel: Kernel, used: int, d1: int, d2: int, die: int) -> int:
    """The dice used after one more, -1 when the roll does not hold it (any more)."""
    if d1 == d2:
        return used + 1 if die == d1 and used < kernel.count else -1
    if die == d1 and not used & 1:
        return used | 1
    if die == d2 and not used & 2:
        return used | 2
    return -1


def steps_legally(kernel: Kernel, src: int, die: int) -> bool:
    """Is this step of any point and die legal on the board laid out?"""
    if kernel.b[src] <= 0 or kernel.finished():
        return False
    if (kernel.b[25] > 0 and src != 25) or not kernel.may_step(src, die):
        return False
    return not kernel.is_bound(src) and not (
        kernel.step_limits and kernel.oversteps(src, src - die if src > die else 0)
    )


def make_step(kernel: Kernel, src: int, die: int) -> int:
    """Make a step; returns its number."""
    return kernel.do_step(src, src - die if src > die else 0) << 8 | src << 3 | die


def handed_over(kernel: Kernel) -> tuple[int, ...]:
    """The board as the opponent sees it."""
    return tuple([-kernel.b[kernel.facing[k]] for k in range(26)])
