"""The duty of a side as text, which follows a position.

* `;due=31`, `;due=4444/5555/6666`: its own roll, stage by stage;
* `;ladder=5555/6666`: the later stages of its own ladder;
* `;rest=55/6666`: the rest of the other side's roll;
* `;heads=1` behind one of them: checkers that have left the head in this turn, where the game counts them.
"""

import re

from zaria.games.protocols import Dice, Duty, InvalidPositionError
from zaria.games.tables import turn_duty as duties
from zaria.games.tables.options import TablesOptions

_DUTY = re.compile(r";(due|ladder|rest)=([1-6]{1,4}(?:/[1-6]{1,4})*)(?:;heads=([12]))?", re.ASCII)


def write(duty: Duty | None) -> str:
    """A duty, with the semicolon before it; empty for none."""
    if duty is None:
        return ""
    kind = "due" if duty.base else "ladder" if duty.own_roll else "rest"
    stages = "/".join("".join(map(str, dice)) for dice in duty.stages)
    return f";{kind}={stages}" + (f";heads={duty.heads}" if duty.heads else "")


def read(options: TablesOptions, source: str) -> Duty | None:
    """The duty written so; raises `InvalidPositionError` for what cannot come to be played in this game."""
    if not source:
        return None
    match = _DUTY.fullmatch(source)
    if match is None:
        raise InvalidPositionError(
            f"not what is to be played: {source!r}; write ;due=31, ;ladder=55 or ;rest=55/66"
        )
    kind, heads = match[1], int(match[3] or 0)
    stages = tuple(tuple(int(die) for die in dice) for dice in match[2].split("/"))
    if not _POSSIBLE[kind](options, stages):
        raise InvalidPositionError(f"{match[2]} does not come to be played so in this game")
    if heads and (not options.head or kind == "due"):
        raise InvalidPositionError("no checkers that left the head are counted here")
    return Duty(stages, own_roll=kind != "rest", base=kind == "due", heads=heads)


def _is_roll(options: TablesOptions, stages: tuple[Dice, ...]) -> bool:
    roll = stages[0][0], stages[0][-1]
    return stages in [duties.of_roll(options, roll, before).stages for before in (0, duties.LADDER_ROLLS)]


def _is_ladder(options: TablesOptions, stages: tuple[Dice, ...]) -> bool:
    """Are these later stages of a ladder, none of which has been begun?"""
    return options.doublets == "ladder" and stages[0][0] > 1 and _climbs(options, stages)


def _climbs(options: TablesOptions, stages: tuple[Dice, ...]) -> bool:
    return stages == duties.stages(options.ladder, (stages[0][0], stages[0][0]))


def _is_rest(options: TablesOptions, stages: tuple[Dice, ...]) -> bool:
    """Are these what could be left of a roll?"""
    if options.rest == "none":
        return False
    first, later = stages[0], stages[1:]
    if options.rest == "any" and not later and (len(first) == 1 or _is_roll(options, stages)):
        return True
    if len(set(first)) > 1:
        return False
    if options.doublets == "four":
        return not later and len(first) <= 4
    whole = (first[0],) * options.ladder
    lowest = 2 if options.rest == "ladder" else 1
    return len(first) <= options.ladder and first[0] >= lowest and _climbs(options, (whole, *later))


_POSSIBLE = {"due": _is_roll, "ladder": _is_ladder, "rest": _is_rest}
