"""One side's race in indiyka: what a die does, and how many dice of a roll can be played."""

from collections.abc import Iterator
from typing import TypeAlias

from zaria.games.protocols import Dice
from zaria.games.tables.board import CHECKERS, OFF

Checkers: TypeAlias = tuple[int, ...]
"""A side's checkers: [0] borne off, [1] to [6] on its points, [7] in hand."""

HAND = 7
FULL = 2
"""Checkers a point takes before all six have as many."""
EXTRA = CHECKERS - 6 * FULL
"""Checkers in hand once they have."""

START: Checkers = (0, 0, 0, 0, 0, 0, 0, CHECKERS)


def bears_off(checkers: Checkers) -> bool:
    """Does a roll made now bear off?"""
    return checkers[HAND] == 0


def use(checkers: Checkers, die: int, *, off: bool) -> Checkers | None:
    """The checkers after one die of a roll that bears `off` or else places; None where it does nothing."""
    if off:
        return _shifted(checkers, die, OFF) if checkers[die] else None
    if not checkers[HAND] or (checkers[HAND] > EXTRA and checkers[die] == FULL):
        return None
    return _shifted(checkers, HAND, die)


def most(checkers: Checkers, dice: Dice, *, off: bool) -> int:
    """Return the largest number of the dice that can be played."""
    return max(
        (1 + most(after, remaining, off=off) for _, after, remaining in _uses(checkers, dice, off=off)),
        default=0,
    )


def onward(checkers: Checkers, dice: Dice, *, off: bool) -> list[tuple[int, Checkers, Dice]]:
    """The dice that may be played next, so that as many as possible are; what each leads to and leaves."""
    best = most(checkers, dice, off=off)
    return [
        (die, after, remaining)
        for die, after, remaining in _uses(checkers, dice, off=off)
        if 1 + most(after, remaining, off=off) == best
    ]


def _uses(checkers: Checkers, dice: Dice, *, off: bool) -> Iterator[tuple[int, Checkers, Dice]]:
    for die in sorted(set(dice), reverse=True):
        after = use(checkers, die, off=off)
        if after is not None:
            at = dice.index(die)
            yield die, after, dice[:at] + dice[at + 1 :]


def _shifted(checkers: Checkers, source: int, target: int) -> Checkers:
    after = list(checkers)
    after[source] -= 1
    after[target] += 1
    return tuple(after)
