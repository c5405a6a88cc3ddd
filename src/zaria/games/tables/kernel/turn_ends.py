"""Results of a roll that may not end so: six-blocks, and hits in the home; compiled with `turn_ends.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.kernel.constants import END_OF_TURN


def steps_matter(kernel: Kernel) -> bool:
    """Must every order of steps be tried, for where turns may end?  Else the results found are right."""
    if kernel.six == END_OF_TURN:
        drop_blocks(kernel)
        return kernel.n == 0
    if kernel.shut_in > 6:
        drop_locks(kernel)
    return hits_are_judged(kernel) and hits_at_home(kernel)


def hits_are_judged(kernel: Kernel) -> bool:
    """Can it matter in this roll which checkers hit in the home?

    A ban of bearing off asks nothing where the roll cannot bring all home and take one off.
    """
    if kernel.caucasus != 0 or kernel.stays != 0 or kernel.off_ban == 0:
        return kernel.caucasus != 0 or kernel.stays != 0
    outside = 0
    for p in range(7, 26):
        if kernel.b[p] > 0:
            outside += kernel.b[p]
    return outside < kernel.count


def drop_blocks(kernel: Kernel) -> None:
    """Keep the results without a forbidden six-block."""
    for k in range(26):
        kernel.spare[k] = kernel.b[k]
    count = 0
    for row in range(kernel.n):
        kernel.lay_out(row)
        if not has_block(kernel):
            keep(kernel, row, count)
            count += 1
    for k in range(26):
        kernel.b[k] = kernel.spare[k]
    kernel.n = count


def drop_locks(kernel: Kernel) -> None:
    """Keep the results that do not lock the opponent in, if there are any."""
    for k in range(26):
        kernel.spare[k] = kernel.b[k]
    count = 0
    for row in range(kernel.n):
        kernel.lay_out(row)
        if not locks_in(kernel):
            count += 1
    kernel.opens = 0 < count < kernel.n
    if kernel.opens:
        count = 0
        for row in range(kernel.n):
            kernel.lay_out(row)
            if not locks_in(kernel):
                keep(kernel, row, count)
                count += 1
        kernel.n = count
    for k in range(26):
        kernel.b[k] = kernel.spare[k]


def locks_in(kernel: Kernel) -> bool:
    """Are the six points right before all of the opponent's checkers held on the board laid out?"""
    if kernel.shut_in <= 6:
        return False
    held = 0
    for q in range(kernel.shut_in - 6, kernel.shut_in):
        held += kernel.b[kernel.facing[q]] > 0
    return held == 6


def has_block(kernel: Kernel) -> bool:
    """Are there six points in a row with no opponent's checker beyond them?"""
    row = 0
    for q in range(1, kernel.front):
        row = row + 1 if kernel.b[kernel.facing[q]] > 0 else 0
        if row == 6:
            return True
    return False


def keep(kernel: Kernel, row: int, target: int) -> None:
    """Move a result up to a row that is no longer wanted."""
    for k in range(26):
        kernel.out[target * 26 + k] = kernel.out[row * 26 + k]
    kernel.paths[target] = kernel.paths[row]


def may_hit_at_home(kernel: Kernel) -> bool:
    """Note the opponent's lone checkers in the player's home; are there any?"""
    kernel.blots = 0
    for p in range(1, 7):
        if kernel.b[p] == -1:
            kernel.blots |= 1 << p
    return kernel.blots > 0


def hits_at_home(kernel: Kernel) -> bool:
    """Was a checker hit in the player's home in any of the results, so that it is judged?

    A ban of bearing off has nothing to say to those in which nothing was borne off.
    """
    steps_are_judged = kernel.caucasus != 0 or kernel.stays != 0
    for p in range(1, 7):
        if kernel.b[p] == -1:
            for row in range(kernel.n):
                if kernel.out[row * 26 + p] != -1 and (steps_are_judged or bears_off(kernel, row)):
                    return True
    return False


def bears_off(kernel: Kernel, row: int) -> bool:
    """Was a checker borne off on the way to a result?"""
    path = kernel.paths[row]
    while path > 0:
        if (path & 255) >> 3 <= path & 7:
            return True
        path >>= 9
    return False


def gather(kernel: Kernel) -> None:
    """Keep of the positions laid out the results: those a turn may end on and that are worth most."""
    nodes = kernel.n
    kernel.n = 0
    kernel.stamp += 1
    for i in range(1, nodes):
        key = kernel.keys[i] - kernel.weight[52 + kernel.used[i]] - kernel.piles_at[i] * kernel.pile_weight
        if kernel.worth[i] == kernel.rank and not kernel.seen(key):
            keep(kernel, i, kernel.n)
            kernel.n += 1
