"""Boards outside the kernel: 26 ints seen by the player on roll, and each side's checkers counted on them.

The encoding is the kernel's: positive numbers are the player's checkers, negative the opponent's, 16 is added
for a pinned checker underneath, `[25]` is the player's bar, `[0]` the opponent's.
"""

from collections.abc import Collection, Sequence
from operator import itemgetter
from typing import TypeAlias

from zaria.games.tables.options import TablesOptions

Board: TypeAlias = tuple[int, ...]

Side: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""One side's checkers counted, in its own numbers: how many are off, on points 1 to 24 (pinned ones too) and
on the bar; the points where one is pinned; how far all have to run; the rearmost point, 0 when all are off.
"""

CHECKERS = 15
"""Checkers of a side in all games but those whose options say another number, which is lower."""
PINNED = 16
"""Added to the number of checkers on a point when they stand upon a pinned one."""
BAR = 25
OFF = 0
HOME = 6
"""The highest point of a side's home."""


def across(options: TablesOptions, point: int) -> int:
    """The opponent's number of a point (1 to 24), and back."""
    if options.direction == "parallel":
        return point - 12 if point > 12 else point + 12
    return 25 - point


def start(options: TablesOptions) -> Board:
    """The starting board."""
    cells = [0] * 26
    for point, checkers in options.layout.items():
        cells[point] = checkers
        cells[across(options, point)] = -checkers
    return tuple(cells)


def flipped(options: TablesOptions, board: Board) -> Board:
    """The same board seen by the opponent."""
    return tuple([-cell for cell in _TURNED[options.direction](board)])


def counts(options: TablesOptions, board: Board) -> tuple[int, ...]:
    """The player's checkers: borne off, on points 1 to 24 (pinned ones too), on the bar."""
    checkers = [_OWN[cell] for cell in board]
    checkers[0] = 0
    checkers[0] = options.checkers - sum(checkers)
    return tuple(checkers)


def pinned(board: Board) -> tuple[int, ...]:
    """The points where a checker of the player is pinned."""
    if min(board) > -PINNED:
        return ()
    return tuple(point for point in range(1, 25) if board[point] <= -PINNED)


def own_off(board: Board) -> bool:
    """Has the player borne off all checkers?"""
    return max(board) <= 0 and min(board) > -PINNED


def others_off(board: Board) -> bool:
    """Has the opponent?"""
    return min(board) >= 0 and max(board) < PINNED


def _own(cell: int) -> int:
    """The player's checkers on a point that holds this number."""
    if cell >= PINNED:
        return cell - PINNED
    if cell <= -PINNED:
        return 1
    return max(cell, 0)


_CELLS = 4 * PINNED
_OWN = [_own(cell if cell < _CELLS // 2 else cell - _CELLS) for cell in range(_CELLS)]
"""`_own` as a table: a negative number finds its place from the end."""

_TURNED = {
    "opposed": itemgetter(*reversed(range(26))),
    "parallel": itemgetter(*[BAR, *range(13, 25), *range(1, 13), 0]),
}
"""The cells of a board in the opponent's order."""


def compose(
    options: TablesOptions,
    own_checkers: Sequence[int],
    other_checkers: Sequence[int],
    own_pins: Collection[int] = (),
    other_pins: Collection[int] = (),
) -> Board:
    """A board from both sides' checkers and pins, each by that side's own points (0 to 25).

    A pinned checker must be the only one of its side on its point; nothing is checked here.
    """
    cells = [0] * 26
    cells[BAR] = own_checkers[BAR]
    cells[0] = -other_checkers[BAR]
    for point in range(1, 25):
        facing = across(options, point)
        if point in own_pins:
            cells[point] = -(other_checkers[facing] + PINNED)
        elif facing in other_pins:
            cells[point] = own_checkers[point] + PINNED
        else:
            cells[point] = own_checkers[point] - other_checkers[facing]
    return tuple(cells)
