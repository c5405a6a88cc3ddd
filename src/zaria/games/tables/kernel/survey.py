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
    kernel.waits = kernel.first_away != 0 and (kernel.b[24] == 15 or kernel.has_runner())
    kernel.opens = False
    kernel.shut_in = 0
    if kernel.open_lock:
        kernel.shut_in = only_point(kernel)
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


def only_point(kernel: Kernel) -> int:
    """The point, in its own numbers, where all of the opponent's checkers on the board stand, else 0."""
    only = 0
    for q in range(1, 25):
        if kernel.b[kernel.facing[q]] < 0:
            if only > 0:
                return 0
            only = q
    return only


def foremost(kernel: Kernel) -> int:
    """The opponent's foremost checker in its own numbers, 0 when one is borne off."""
    on_board = -kernel.b[0]
    front = 25
    for q in range(24, 0, -1):
        v = kernel.b[kernel.facing[q]]
        if v < 0:
            front = q
            on_board -= v
    return front if on_board >= kernel.side_size else 0
