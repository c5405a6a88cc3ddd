"""The duty of a roll in the tables family: its stages, and which side plays an unplayable rest.

A doublet is four moves or a ladder: n-n, then n+1, and so on to the sixes, as many of each. A stage left
unfinished stops the roller's ladder. By the rule of rests the unplayable part then passes to the other
side, who plays it, stage by stage, before rolling: rest "ladder" passes the rest of a ladder whose first
stage was played in full, rest "any" whatever is left of any roll. Nothing passes back.
"""

from functools import cache
from typing import NamedTuple

from zaria.games.dice import Roll
from zaria.games.protocols import Dice, Duty, IllegalTurnError
from zaria.games.tables.options import TablesOptions
from zaria.games.turn import Moves

LADDER_ROLLS = 3
"""Rolls of each side that are no ladder yet, where the ladder comes with the fourth."""


class Onward(NamedTuple):
    """The continuation after a stage: whether the other side is next, and with which duty."""

    hands_over: bool
    duty: Duty | None = None


PASSES = Onward(True)
"""The other side rolls."""


def of_roll(options: TablesOptions, roll: Roll, before: int = LADDER_ROLLS) -> Duty:
    """The duty of a roll made after so many rolls of the same side."""
    laddered = options.doublets == "ladder" and (options.ladder_from_roll == 1 or before >= LADDER_ROLLS)
    return _rolled(options.ladder if laddered else 0, roll)


@cache
def _rolled(ladder: int, roll: Roll) -> Duty:
    return Duty(stages(ladder, roll))


def stages(ladder: int, roll: Roll) -> tuple[Dice, ...]:
    """The stages of a roll, with so many moves in each of a ladder (0: a doublet is four moves)."""
    high, low = roll
    if high != low:
        return (roll,)
    if not ladder:
        return ((high,) * 4,)
    return tuple((die,) * ladder for die in range(high, 7))


@cache
def kernel_dice(dice: Dice) -> tuple[int, int, int]:
    """The dice of a stage as `generation.generate` takes them."""
    return dice[0], dice[-1], len(dice) if dice[0] == dice[-1] else 4


@cache
def written(dice: Dice) -> str:
    """The dice of a stage for a message."""
    return "-".join(map(str, dice))


def left_over(dice: Dice, moves: Moves) -> Dice:
    """The dice of a stage that a turn left; raises `IllegalTurnError` for dice that are not in it."""
    remaining = list(dice)
    for _, die in moves:
        if die not in remaining:
            raise IllegalTurnError(f"there is no {die} to be played")
        remaining.remove(die)
    return tuple(remaining)


def onward(options: TablesOptions, duty: Duty, unplayed: Dice, heads: int) -> Onward:
    """The continuation after the first stage of a duty, whose dice `unplayed` could not be played.

    `heads` checkers left the head in it. The game is not over.
    """
    later = duty.stages[1:]
    if not duty.own_roll or (later and not unplayed):
        following = Duty(later, duty.own_roll, base=False, heads=duty.heads + heads) if later else None
        return Onward(False, following)
    if unplayed:
        passes = options.rest == "any" or (options.rest == "ladder" and not duty.base)
        return Onward(True, Duty((unplayed, *later), own_roll=False, base=False)) if passes else PASSES
    full_doublet = len(duty.stages[0]) == 4
    return Onward(False) if options.roll_again and full_doublet else PASSES
