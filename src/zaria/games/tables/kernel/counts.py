"""Each side's checkers on the board of a kernel, counted; compiled with `counts.pxd`."""

from zaria.games.tables.board import Side
from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.board import PINNED


def sides(kernel: Kernel) -> tuple[Side, Side]:
    """Return what both sides have on the board laid out, the player on roll first."""
    player = side(kernel)
    flip(kernel)
    opponent = side(kernel)
    flip(kernel)
    return player, opponent


def side(kernel: Kernel) -> Side:
    """Return what the player on roll has."""
    pips = count_checkers(kernel)
    pins = tuple([p for p in range(1, 25) if kernel.b[p] <= -PINNED])
    return tuple([kernel.checkers[k] for k in range(26)]), pins, pips, rearmost(kernel)


def flip(kernel: Kernel) -> None:
    """Hand the board to the opponent."""
    for k in range(26):
        kernel.spare[k] = kernel.b[k]
    for k in range(26):
        kernel.b[k] = -kernel.spare[kernel.facing[k]]


def count_checkers(kernel: Kernel) -> int:
    """Count the player's checkers; returns how far they have to run."""
    on_board = 0
    pips = 0
    for p in range(1, 26):
        v = kernel.b[p]
        if v >= PINNED:
            v -= PINNED
        elif v <= -PINNED:
            v = 1
        elif v < 0:
            v = 0
        kernel.checkers[p] = v
        on_board += v
        pips += v * p
    kernel.checkers[0] = kernel.side_size - on_board
    return pips


def rearmost(kernel: Kernel) -> int:
    """The point of the rearmost checker counted, 0 when all are off."""
    p = 25
    while p > 0 and kernel.checkers[p] == 0:
        p -= 1
    return p
