"""All distinct results of a roll, with the rules of first turns; compiled with `generation.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.kernel.constants import (
        BOTH_DICE,
        FIVESTARS,
        LARGER_DIE,
        MOTHERS_WIN,
        NARDY,
        NO_LIMIT,
        PAIR_SLOTS,
        PRINCIPLE,
        SLOTS,
        SMALLER_DIE,
    )
    from zaria.games.tables.kernel.step_graph import lay_steps
    from zaria.games.tables.kernel.survey import survey
    from zaria.games.tables.kernel.turn_ends import gather, steps_matter


def generate(kernel: Kernel, d1: int, d2: int, times: int = 4) -> int:
    """Find all distinct results of a roll; returns their number (0: the turn passes).

    Equal dice are played `times` times, 1 to 4; a single die is equal dice played once.
    """
    if d1 < d2:
        d1, d2 = d2, d1
    kernel.spilt = no_roll(kernel, d1, d2, times)
    if kernel.spilt:
        kernel.n = 0
        return 0
    survey(kernel)
    if kernel.finished() and not kernel.laying:
        kernel.n = 0
        kernel.rank = 0
        return 0
    limit = head_limit(kernel)
    if long_move_binds(kernel):
        search(kernel, d1, d2, times, limit)
        most = kernel.rank
        search(kernel, d1, d2, times, 1)
        if kernel.rank == most:
            return kernel.n
    search(kernel, d1, d2, times, limit)
    if kernel.head > 0 and second_head(kernel, d1, d2) and kernel.rank < kernel.full:
        search(kernel, d1, d2, times, limit + 1)
    return kernel.n


def check_roll(kernel: Kernel) -> None:
    """Raise `OverflowError` when the roll asked for is none, or is one that the tables cannot hold."""
    if kernel.spilt:
        raise OverflowError("no such dice, or more ways to play them than are looked at")


def total(kernel: Kernel) -> int:
    """Distinct results summed over the 21 rolls, a pass counting one."""
    count = 0
    for d1 in range(1, 7):
        for d2 in range(1, d1 + 1):
            n = generate(kernel, d1, d2)
            count += n if n > 0 else 1
    return count


def search(kernel: Kernel, d1: int, d2: int, times: int, heads: int) -> None:
    """Find the results of a roll (d1 >= d2), or its steps, when `heads` checkers may leave 24."""
    take_up(kernel, d1, d2, times, heads)
    if kernel.laying:
        lay_steps(kernel, d1, d2)
        return
    sweep(kernel, d1, d2)
    if kernel.n > 0 and steps_matter(kernel):
        lay_steps(kernel, d1, d2)
        gather(kernel)


def take_up(kernel: Kernel, d1: int, d2: int, times: int, heads: int) -> None:
    """Note the roll, and how many checkers may leave 24."""
    kernel.piled = False
    kernel.allowed = heads
    kernel.doublet = d1 == d2
    kernel.count = times if kernel.doublet else 2
    kernel.full = times if kernel.doublet else BOTH_DICE


def sweep(kernel: Kernel, d1: int, d2: int) -> None:
    """Find the results of a roll wherever a turn may end.

    Equal dice need not be tried in every order: moving the rear checkers first is always possible and
    reaches each position once. Only a refused six-block can depend on the order, and the step that ends the
    game by leaving 24, and what follows a first checker that comes far enough; then all orders are tried.
    """
    clear_results(kernel)
    kernel.heads = kernel.allowed
    kernel.refused = False
    kernel.ordered = kernel.doublet and not kernel.waits
    if kernel.lockable and kernel.mothers == MOTHERS_WIN:
        kernel.ordered = False
    kernel.dedupe = not kernel.ordered
    kernel.mask = SLOTS - 1 if kernel.doublet else PAIR_SLOTS - 1
    if kernel.dedupe and steps_are_free(kernel):
        kernel.walk_pairs(d1, d2)
        if kernel.n > 0 and not kernel.refused:
            return
        clear_results(kernel)
    walk_roll(kernel, d1, d2)
    if kernel.ordered and kernel.refused:
        clear_results(kernel)
        kernel.ordered = False
        kernel.dedupe = True
        kernel.mask = SLOTS - 1
        walk_roll(kernel, d1, d2)


def clear_results(kernel: Kernel) -> None:
    """Begin a search: no results yet, and an empty hash table."""
    kernel.n = 0
    kernel.rank = 0
    kernel.stamp += 1


def walk_roll(kernel: Kernel, d1: int, d2: int) -> None:
    """Walk all ways to play the dice (d1 >= d2), ranked by how much of the roll they use."""
    if d1 == d2:
        for k in range(4):
            kernel.dice[k] = d1
            kernel.rank_at[k + 1] = k + 1
        kernel.walk(0, 0, 0, 0)
    else:
        kernel.rank_at[2] = BOTH_DICE
        kernel.rank_at[1] = LARGER_DIE
        kernel.dice[0] = d1
        kernel.dice[1] = d2
        kernel.walk(0, 0, 0, 0)
        kernel.rank_at[1] = SMALLER_DIE
        kernel.dice[0] = d2
        kernel.dice[1] = d1
        kernel.walk(0, 0, 0, 0)


def steps_are_free(kernel: Kernel) -> bool:
    """Can neither the bar, bearing off, a lock nor a first checker ahead make one step depend on another?"""
    rear = kernel.spots[0]
    if rear == 25 or rear <= 6 or kernel.lockable or kernel.waits:
        return False
    return kernel.b[rear] & 15 > 1 or (kernel.spot_count > 1 and kernel.spots[1] > 6)


def first_turn(kernel: Kernel) -> bool:
    """Is this the player's own roll with all checkers on the head?"""
    return kernel.base and kernel.b[24] == 15


def long_move_binds(kernel: Kernel) -> bool:
    """Is this a first turn which, if it can, one checker must play alone?"""
    if kernel.long_move == 0 or not first_turn(kernel):
        return False
    return kernel.long_move == 2 or kernel.b[kernel.facing[24]] == -15


def second_head(kernel: Kernel, d1: int, d2: int) -> bool:
    """May a second checker leave the head in this first turn, where one cannot play the roll?"""
    if kernel.head_list == 0 or not first_turn(kernel):
        return False
    if kernel.head_list == PRINCIPLE:
        return True
    if d1 == d2 and (d1 == 6 or d1 == 4 or d1 == 3):
        fives_played = kernel.b[12] == -14 and kernel.b[16] == -1
        return kernel.head_list != NARDY or d1 != 4 or not fives_played
    if kernel.head_list != FIVESTARS or not (
        kernel.opened == 21 or kernel.opened == 62 or kernel.opened == 55
    ):
        return False
    return (d1 == 5 and d2 == 5) or (d1 == 6 and d2 == 2)


def no_roll(kernel: Kernel, d1: int, d2: int, times: int) -> bool:
    """Are these no dice (d1 >= d2) that could be rolled?"""
    return d2 < 1 or d1 > 6 or times < 1 or times > 4


def head_limit(kernel: Kernel) -> int:
    """Return how many checkers may leave 24, but for first turns; 0 where a first checker goes ahead."""
    if kernel.waits:
        return 0
    if kernel.head == 0:
        return NO_LIMIT
    return kernel.head - kernel.gone if kernel.head > kernel.gone else 0
