"""A position as one side sees it, in plain counts."""

from typing import NamedTuple

from zaria.games.protocols import Position

Counts = tuple[int, ...]


class CheckersByPoint(NamedTuple):
    """`my_checkers` and `their_checkers` by point, each in its own numbering (0 off, 25 bar or hand).

    `my_pins` and `their_pins` are the points where a checker of each is pinned.
    """

    my_checkers: Counts
    their_checkers: Counts
    my_pins: tuple[int, ...] = ()
    their_pins: tuple[int, ...] = ()

    @classmethod
    def of(cls, position: Position, side: int) -> "CheckersByPoint":
        """The table as `side` sees it."""
        opponent = 1 - side
        if not position.game.contact.pins:
            return cls(position.counts(side), position.counts(opponent))
        pins = position.pinned(side), position.pinned(opponent)
        return cls(position.counts(side), position.counts(opponent), *pins)


def pips(counts: Counts) -> int:
    """The sum of all distances to go."""
    return sum(point * n for point, n in enumerate(counts) if n)


def rear(counts: Counts) -> int:
    """The highest point that holds a checker (0 when all are off)."""
    for point in range(25, 0, -1):
        if counts[point]:
            return point
    return 0


def race(counts: Counts) -> float:
    """The pips to go and those that bearing off will waste: less is better.

    Checkers on the lowest points throw away the rest of most dice, and an empty high point of the
    home wastes the number that would have been exact.
    """
    home = counts[1:7]
    wasted = 2.0 * home[0] + 1.0 * home[1] + 0.5 * home[2] + sum(1.0 for n in home[3:] if not n)
    return pips(counts) + wasted + 3.0 * sum(counts[1:])
