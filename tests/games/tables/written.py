"""Positions and turns as they are written, for tests that read like a rulebook."""

from zaria import games
from zaria.games.game import Option
from zaria.games.tables.position import Position


def position(game: str, text: str = "", turn: int = 0, **options: Option) -> Position:
    """The position written in `text`, the start without one."""
    made = games.get(game, **options)
    return Position.parse(made, text, turn) if text else made.start(turn)


def turns(where: Position, roll: int) -> set[str]:
    """The legal turns of a roll such as 31."""
    return {str(turn) for turn in where.turns((roll // 10, roll % 10))}


def after(where: Position, roll: int, turn: str) -> Position:
    """The position after the turn written so."""
    return where.play({str(found): found for found in where.turns((roll // 10, roll % 10))}[turn])
