"""Five levels of every game, from a beginner to a master, for players against the computer.

>>> from zaria import games
>>> from zaria.bots import levels
>>> from zaria.bots.player import ThinkRequest
>>> position = games.get("tabla").start().rolled((3, 1))
>>> str(levels.WITH_DICE[5].think(position, ThinkRequest()).choice)
'8/5 6/5'
"""

from collections.abc import Callable, Mapping

from zaria import games
from zaria.bots.levels import dice, squares
from zaria.bots.levels.dice import DiceLevel, WithoutLevel
from zaria.bots.levels.skill import LEVELS, MASTER, NAMES, PREFIX, USUAL
from zaria.bots.levels.squares import SquaresLevel
from zaria.bots.player import Effort
from zaria.bots.tables import engine_for as dice_engine
from zaria.games.protocols import GameKind

__all__ = [
    "LEVELS",
    "MASTER",
    "NAMES",
    "ON_SQUARES",
    "USUAL",
    "WITHOUT_LEVEL",
    "WITH_DICE",
    "bot_id",
    "effort",
    "engine",
    "level_of",
    "prepare",
]

WITH_DICE: Mapping[int, DiceLevel] = {level: DiceLevel(level) for level in LEVELS}
ON_SQUARES: Mapping[int, SquaresLevel] = {level: SquaresLevel(level) for level in LEVELS}
WITHOUT_LEVEL = WithoutLevel()
"""The program of the games of pure luck."""


_ENGINES: Mapping[GameKind, Callable[[str, int], tuple[str, int]]] = {
    "dice": dice.engine,
    "board": squares.engine,
}
_EFFORTS: Mapping[GameKind, Callable[[str, int | None], Effort]] = {
    "dice": dice.effort,
    "board": squares.effort,
}


def bot_id(level: int) -> str:
    """The lasting name of the program of a level; raises `KeyError` for a level that there is not."""
    return WITH_DICE[level].id


def level_of(bot_id: str) -> int | None:
    """The level of the program called so; None: it has none."""
    number = bot_id.removeprefix(PREFIX)
    return int(number) if number != bot_id and number.isdigit() and int(number) in LEVELS else None


def engine(game: str, level: int) -> tuple[str, int]:
    """Return the engine of a level in a game, and the plies it looks ahead (0: as far as it can).

    With dice 0 is no look ahead at all. Raises `games.UnknownGameError`.
    """
    return _ENGINES[games.get(game).kind](game, level)


def prepare(game: str) -> None:
    """Have at hand what the first move of a game with dice will ask for; takes up to a fifth of a second."""
    dice_engine(games.dice_game(game)).prepare()


def effort(game: str, level: int | None) -> Effort:
    """Return how long a program (None: of no level) may think about a move."""
    return _EFFORTS[games.get(game).kind](game, level)
