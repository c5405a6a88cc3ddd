"""The turns of three checkers found the slow way: every order of the dice, on sorted places."""

from collections.abc import Iterator
from typing import NamedTuple

Spots = tuple[int, ...]
"""Three places in order: 0 is off, 25 the bar."""


class End(NamedTuple):
    """The checkers after a turn, and the points on which some of them landed."""

    spots: Spots
    landings: frozenset[int]


def ends(spots: Spots, block: int, high: int, low: int) -> set[End]:
    """Return all ends of a roll; the other side holds the point `block`, or none if that is 0."""
    orders = [(high,) * 4] if high == low else [(high, low), (low, high)]
    plays = [play for dice in orders for play in _plays(End(spots, frozenset()), block, dice)]
    most = max(len(dice) for dice, _ in plays)
    longest = [(dice, end) for dice, end in plays if len(dice) == most]
    if most == 1:
        best = max(dice for dice, _ in longest)
        longest = [(dice, end) for dice, end in longest if dice == best]
    return {end for _, end in longest}


def _plays(start: End, block: int, dice: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], End]]:
    """Yield the dice that were played in this order, and where that ended."""
    yield (), start
    if not dice:
        return
    for place in set(start.spots):
        target = _target(start.spots, place, dice[0], block)
        if target is not None:
            spots = list(start.spots)
            spots[spots.index(place)] = target
            landings = start.landings | ({target} if target else set())
            for played, end in _plays(End(tuple(sorted(spots)), landings), block, dice[1:]):
                yield (dice[0], *played), end


def _target(spots: Spots, place: int, die: int, block: int) -> int | None:
    """Return where a die takes a checker, or None where it may not move."""
    if place == 0 or (25 in spots and place != 25):
        return None
    target = place - die
    if target > 0:
        return None if target == block else target
    if max(spots) > 6 or (target < 0 and place < max(spots)):
        return None
    return 0
