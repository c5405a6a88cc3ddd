"""The state of a kernel that does not change while the player moves; compiled with `survey.pxd`."""

from zaria.games.tables.kernel.kernel import Kernel

try:
    import cython
except ImportError:
    from zaria.games import uncompiled as cython

if not cython.compiled:
    from zaria.games.tables.board import PINNED
    from zaria.games.tables.kernel.constants import MOTHERS_WIN


def survey(kernel: Kernel) -> None:
    """Note what does not change while the player moves."""
    find_spots(kernel)
    kernel.piled = False
    kernel.held = False
    if kernel.pin:
        for k in range(1, 25):
            if kernel.b[k] <= -PINNED:
                kernel.held = True
    kernel.lockable = mothers_matter(kernel)
    kernel.front = 0
    if kernel.six:
        kernel.front = foremost(kernel)


def mothers_matter(kernel: Kernel) -> bool:
    """May the game end in this turn because the opponent's mother is pinned?"""
    if kernel.mothers == MOTHERS_WIN:
        return kernel.b[1] == -1 or kernel.b[1] > PINNED
    return kernel.mothers != 0 and kernel.b[24] <= -PINNED


def find_spots(kernel: Kernel) -> None:
    """List the points the player holds, the rearmost first, and count the checkers there."""
    kernel.spot_count = 0
    kernel.left = 0
    for p in range(25, 0, -1):
        if kernel.b[p] > 0:
            kernel.spots[kernel.spot_count] = p
            kernel.spot_count += 1
            kernel.left += kernel.b[p] & 15


def foremost(kernel: Kernel) -> int:
    """The opponent's foremost checker in its own numbers, 0 when one is borne off."""
    on_board = -kernel.b[0]
    front = 25
    for q in range(24, 0, -1):
        v = kernel.b[kernel.facing[q]]
        if v < 0:
            front = q
            on_board -= v
    return front if on_board >= 15 else 0
