"""Positions and turns as they are written, for tests that read like a rulebook."""

from zaria import games
from zaria.games.protocols import Duty, Option
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position


def position(game: str, text: str = "", turn: int = 0, **options: Option) -> Position:
    """The position written in `text`, the start without one."""
    rules = games.get(game, **options)
    assert isinstance(rules, TablesGame)
    return rules.parse(text, turn) if text else rules.start(turn)


def turns(where: Position, roll: int | None = None) -> set[str]:
    """The legal turns of a roll such as 31, or of what is due."""
    return {str(turn) for turn in where.turns(_dice(roll))}


def after(where: Position, roll: int | None, turn: str) -> Position:
    """The position after the turn written so, of a roll or of what is due; "" when nothing can be played."""
    dice = _dice(roll)
    due = where if dice is None else where.rolled(dice)
    return due.play({str(way): way for way in due.turns() or [due.complete(())]}[turn])


def stages(where: Position) -> str:
    """The turn duty, such as "due 4444/5555/6666", "rest 55/6666" or "" for nothing."""
    duty: Duty | None = where.duty
    if duty is None:
        return ""
    kind = "due" if duty.base else "ladder" if duty.own_roll else "rest"
    return f"{kind} {'/'.join(''.join(map(str, dice)) for dice in duty.stages)}"


def _dice(roll: int | None) -> tuple[int, int] | None:
    return None if roll is None else (roll // 10, roll % 10)
