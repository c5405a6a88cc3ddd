"""One side's race in indiyka: what a die does, and how many dice of a roll can be played."""

from collections.abc import Iterator
from typing import TypeAlias

from zaria.games.game import Dice

Men: TypeAlias = tuple[int, ...]
"""A side's checkers: [0] borne off, [1] to [6] on its points, [7] in hand."""

MEN = 15
OFF = 0
HAND = 7
FULL = 2
"""Checkers a point takes before all six have as many."""
EXTRA = MEN - 6 * FULL
"""Checkers in hand once they have."""

START: Men = (0, 0, 0, 0, 0, 0, 0, MEN)


def bears_off(men: Men) -> bool:
    """Does a roll made now bear off?"""
    return men[HAND] == 0


def use(men: Men, die: int, off: bool) -> Men | None:
    """The checkers after one die of a roll that bears `off` or else places; None where it does nothing."""
    if off:
        return _shifted(men, die, OFF) if men[die] else None
    if not men[HAND] or (men[HAND] > EXTRA and men[die] == FULL):
        return None
    return _shifted(men, HAND, die)


def most(men: Men, dice: Dice, off: bool) -> int:
    """How many of the dice can be played."""
    return max((1 + most(after, left, off) for _, after, left in _uses(men, dice, off)), default=0)


def onward(men: Men, dice: Dice, off: bool) -> list[tuple[int, Men, Dice]]:
    """The dice that may be played next, so that as many as possible are; what each leads to and leaves."""
    best = most(men, dice, off)
    return [
        (die, after, left) for die, after, left in _uses(men, dice, off) if 1 + most(after, left, off) == best
    ]


def _uses(men: Men, dice: Dice, off: bool) -> Iterator[tuple[int, Men, Dice]]:
    for die in sorted(set(dice), reverse=True):
        after = use(men, die, off)
        if after is not None:
            at = dice.index(die)
            yield die, after, dice[:at] + dice[at + 1 :]


def _shifted(men: Men, source: int, target: int) -> Men:
    after = list(men)
    after[source] -= 1
    after[target] += 1
    return tuple(after)
