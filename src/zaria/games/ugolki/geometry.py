"""The squares of ugolki as bits: a1 the lowest, h1 the eighth, h8 the highest."""

from collections.abc import Iterator
from functools import cache

from zaria.games.ugolki.kernel import UgolkiKernel

FILES = "abcdefgh"
NAMES = tuple(file + str(rank) for rank in range(1, 9) for file in FILES)
BITS = {name: 1 << number for number, name in enumerate(NAMES)}
HOUSES = {"4x3": (4, 3), "3x3": (3, 3), "4x4": (4, 4)}
"""The kinds of house: files and ranks."""

KERNEL = UgolkiKernel()


@cache
def house(kind: str, side: int) -> int:
    """The squares where the men of a side start."""
    files, ranks = HOUSES[kind]
    light = sum(BITS[FILES[file] + str(rank)] for file in range(files) for rank in range(1, ranks + 1))
    return turned(light) if side else light


def turned(squares: int) -> int:
    """The squares seen from the other side of the table."""
    return int(f"{squares:064b}"[::-1], 2)


def each(squares: int) -> Iterator[int]:
    """The bits of several squares one by one."""
    while squares:
        lowest = squares & -squares
        yield lowest
        squares ^= lowest


def name(square: int) -> str:
    """The name of a square."""
    return NAMES[square.bit_length() - 1]


def routes(man: int, occupied: int) -> dict[int, tuple[int, ...]]:
    """For each square where the man may end its move a shortest way there, both ends included."""
    ways: dict[int, tuple[int, ...]] = {man: (man,)}
    queue = [man]
    for at in queue:
        for over, end in _JUMPS[at]:
            if over & occupied and not end & occupied and end not in ways:
                ways[end] = (*ways[at], end)
                queue.append(end)
    del ways[man]
    return ways | {end: (man, end) for end in each(KERNEL.ends(man, occupied)) if end not in ways}


def _jumps(square: int) -> tuple[tuple[int, int], ...]:
    """The jumps from a square: the square jumped over and the one behind."""
    rank, file = divmod(square.bit_length() - 1, 8)
    ways = [(rank + 2 * up, file + 2 * right, 8 * up + right) for up, right in _SIDES]
    number = 8 * rank + file
    return tuple([(1 << number + by, 1 << number + 2 * by) for r, f, by in ways if 0 <= r < 8 and 0 <= f < 8])


_SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))
_JUMPS = {1 << number: _jumps(1 << number) for number in range(64)}
