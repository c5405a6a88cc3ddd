"""The positions that the steps of a roll pass through, as a graph; compiled with `step_graph.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.kernel.constants import (
        EDGES,
        END_OF_TURN,
        LARGER_DIE,
        ROWS,
        SLOTS,
        SMALLER_DIE,
        SPOILT,
        STRUCK_POINT,
        WIDEST,
    )  # fmt: skip
    from zaria.games.tables.kernel.turn_ends import has_block, hits_are_judged, locks_in, may_hit_at_home


def lay_steps(kernel: Kernel, d1: int, d2: int) -> None:
    """Lay out what the steps lead to, knowing which checkers hit in the home where that is asked for.

    By the caucasus such a checker is borne off only where else less of the roll could be played. The ban
    of the whole point holds then, too.
    """
    kernel.piled = hits_are_judged(kernel) and may_hit_at_home(kernel)
    kernel.hitters_off = False
    spread(kernel, d1, d2)
    if kernel.shut_in > 6:
        spoil_locks(kernel)
    if kernel.piled and kernel.caucasus and kernel.off_ban != STRUCK_POINT and kernel.rank < kernel.full:
        most = kernel.rank
        kernel.hitters_off = True
        spread(kernel, d1, d2)
        if kernel.rank == most:
            kernel.hitters_off = False
            spread(kernel, d1, d2)


def spread(kernel: Kernel, d1: int, d2: int) -> None:
    """Lay out the positions that steps lead to, and find the rank of the best turn.

    Nodes are (board, dice used, piles), node 0 the start.
    """
    start_head = kernel.b[24]
    kernel.mask = SLOTS - 1
    kernel.stamp += 1
    kernel.rank = 0
    kernel.n = 0
    kernel.piles = 0
    kernel.node(kernel.weight[52], 0, 0)
    edges = 0
    i = 0
    while i < kernel.n and ensure_capacity(kernel, edges):
        kernel.lay_out(i)
        kernel.first_edge[i] = edges
        kernel.heads = kernel.allowed - (start_head - kernel.b[24])
        kernel.piles = kernel.piles_at[i]
        used = kernel.used[i]
        worth = worth_of(kernel, used)
        kernel.worth[i] = worth
        kernel.rank = max(kernel.rank, worth)
        if worth < kernel.full:
            if kernel.doublet:
                if used < kernel.count:
                    edges = kernel.expand(i, edges, d1, used + 1)
            else:
                if not used & 1:
                    edges = kernel.expand(i, edges, d1, used | 1)
                if not used & 2:
                    edges = kernel.expand(i, edges, d2, used | 2)
        i += 1
    kernel.first_edge[i] = edges
    kernel.lay_out(0)
    kernel.piles = 0


def spoil_locks(kernel: Kernel) -> None:
    """Let no turn end where it locks the opponent in, if another with as much of the roll does not."""
    count = 0
    for i in range(kernel.n):
        kernel.lay_out(i)
        if kernel.worth[i] == kernel.rank and not locks_in(kernel):
            count += 1
    kernel.opens = count > 0
    if kernel.opens:
        for i in range(kernel.n):
            kernel.lay_out(i)
            if kernel.worth[i] == kernel.rank and locks_in(kernel):
                kernel.worth[i] = SPOILT
    kernel.lay_out(0)


def ensure_capacity(kernel: Kernel, edges: int) -> bool:
    """Is there room for all steps from one more node?  If not, nothing counts as found; see `check`."""
    if kernel.n + WIDEST <= ROWS and edges + WIDEST <= EDGES:
        return True
    kernel.spilt = True
    kernel.n = 0
    return False


def fair(kernel: Kernel) -> bool:
    """May a turn end on the board laid out?"""
    if kernel.six == END_OF_TURN:
        return not has_block(kernel)
    return not (kernel.piled and kernel.caucasus and kernel.has_hidden_hitter())


def used_rank(kernel: Kernel, used: int) -> int:
    """The rank of dice used: see `walk_roll`."""
    if kernel.doublet or used == 0 or used == 3:
        return used
    return LARGER_DIE if used == 1 else SMALLER_DIE


def worth_of(kernel: Kernel, used: int) -> int:
    """The rank of a turn that ends on the board laid out, or SPOILT."""
    if kernel.finished():
        return kernel.full
    return used_rank(kernel, used) if used == 0 or fair(kernel) else SPOILT
