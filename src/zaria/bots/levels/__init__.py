"""Levels of every game, from a beginner to a master, for players against the computer.

Games with dice have five, and board games one more between each two of these.

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
from zaria.bots.levels.skill import BETWEEN, LEVELS, MASTER, NAMES, ON_BOARDS, PREFIX, USUAL
from zaria.bots.levels.squares import SquaresLevel
from zaria.bots.player import Effort
from zaria.bots.tables import engine_for as dice_engine
from zaria.games.protocols import GameKind

__all__ = [
    "BETWEEN",
    "LEVELS",
    "MASTER",
    "NAMES",
    "ON_BOARDS",
    "ON_SQUARES",
    "PREFIX",
    "USUAL",
    "WITHOUT_LEVEL",
    "WITH_DICE",
    "bot_id",
    "effort",
    "engine",
    "level_of",
    "nearest",
    "offered",
    "prepare",
]

WITH_DICE: Mapping[int, DiceLevel] = {level: DiceLevel(level) for level in LEVELS}
ON_SQUARES: Mapping[float, SquaresLevel] = {level: SquaresLevel(level) for level in ON_BOARDS}
WITHOUT_LEVEL = WithoutLevel()
"""The program of the games of pure luck."""


_OFFERED: Mapping[GameKind, tuple[float, ...]] = {"dice": LEVELS, "board": ON_BOARDS}
_ENGINES: Mapping[GameKind, Callable[[str, float], tuple[str, int]]] = {
    "dice": dice.engine,
    "board": squares.engine,
}
_EFFORTS: Mapping[GameKind, Callable[[str, float | None], Effort]] = {
    "dice": dice.effort,
    "board": squares.effort,
}


_BY_ID = {bot.id: level for level, bot in ON_SQUARES.items()}


def bot_id(level: float) -> str:
    """The lasting name of the program of a level; raises `KeyError` for a level that there is not."""
    return ON_SQUARES[level].id


def level_of(bot_id: str) -> float | None:
    """The level of the program called so; None: it has none."""
    return _BY_ID.get(bot_id)


def offered(game: str) -> tuple[float, ...]:
    """Return the levels of a game from the weakest to the strongest; raises `games.UnknownGameError`."""
    return _OFFERED[games.get(game).kind]


def nearest(game: str, level: float) -> float:
    """Return the level that a game has in the place of one of another game: the same, or the next below."""
    return max(own_level for own_level in offered(game) if own_level <= level)


def engine(game: str, level: float) -> tuple[str, int]:
    """Return the engine of a level in a game, and the plies it looks ahead (0: as far as it can).

    With dice 0 is no look ahead at all. Raises `games.UnknownGameError`.
    """
    return _ENGINES[games.get(game).kind](game, level)


def prepare(game: str) -> None:
    """Have at hand what the first move of a game with dice will ask for; takes up to a fifth of a second."""
    dice_engine(games.dice_game(game)).prepare()


def effort(game: str, level: float | None) -> Effort:
    """Return how long a program (None: of no level) may think about a move."""
    return _EFFORTS[games.get(game).kind](game, level)
