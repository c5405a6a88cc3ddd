"""Programs that play, evaluate, analyse and teach, as a library (examples: docs/how-to/library.md).

This module finds players: `get` and `on_squares` by name, `opponent` for a game. Other packages evaluate
positions; each lists its public names in `__all__`:

* `tables`: games with dice: chances, best turns, rollouts; `tables.training` trains nets;
* `squares`: draughts, ugolki and chess: best moves;
* `doubling`: the cube, match equity, resignation;
* `analysis`: a finished match, graded; `teaching`: hints while one is played;
* `levels`: how strong the players are.

>>> from zaria import bots, games
>>> from zaria.bots import tables
>>> game = games.get("tabla")
>>> str(tables.engine_for(game).ranked(game.start().rolled((3, 1)), most=1)[0].turn)
'8/5 6/5'
"""

from collections.abc import Mapping
from typing import TypeVar

from zaria.bots import levels
from zaria.bots.heuristic import HeuristicPlayer
from zaria.bots.player import Bot, SquaresBot, ThinkRequest, Thought
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.squares import MaterialPlayer
from zaria.games.registry import GAMES

__all__ = [
    "Bot",
    "OutcomeProbabilities",
    "SquaresBot",
    "ThinkRequest",
    "Thought",
    "UnknownBotError",
    "get",
    "names",
    "on_squares",
    "opponent",
    "title",
]

P = TypeVar("P")

_BOTS: dict[str, Bot] = {
    HeuristicPlayer.id: HeuristicPlayer(),
    **{bot.id: bot for bot in levels.WITH_DICE.values()},
    levels.WITHOUT_LEVEL.id: levels.WITHOUT_LEVEL,
}
_ON_SQUARES: dict[str, SquaresBot] = {
    MaterialPlayer.id: MaterialPlayer(),
    **{bot.id: bot for bot in levels.ON_SQUARES.values()},
}


class UnknownBotError(LookupError):
    """The name is not that of a program."""


def get(bot_id: str) -> Bot:
    """The program called `bot_id`, which plays with dice; raises `UnknownBotError`."""
    return _found(_BOTS, bot_id)


def on_squares(bot_id: str) -> SquaresBot:
    """The program called `bot_id`, which plays on squares; raises `UnknownBotError`."""
    return _found(_ON_SQUARES, bot_id)


def opponent(game: str, level: float = levels.USUAL) -> str:
    """The name of the program of a level that plays the game with this identifier.

    A game without this level has the next one below. In a game of pure luck one program plays at every level.
    Raises `games.UnknownGameError`, or `KeyError` for a level that there is not in any game.
    """
    levels.bot_id(level)
    bot_id = levels.bot_id(levels.nearest(game, level))
    return levels.WITHOUT_LEVEL.id if GAMES[game].is_pure_luck else bot_id


def title(bot_id: str) -> str:
    """The name that the program called `bot_id` shows at a table; raises `UnknownBotError`."""
    every: dict[str, Bot | SquaresBot] = {**_BOTS, **_ON_SQUARES}
    return _found(every, bot_id).name


def names() -> list[str]:
    """The names that `get` knows."""
    return sorted(_BOTS)


def _found(bots: Mapping[str, P], bot_id: str) -> P:
    try:
        return bots[bot_id]
    except KeyError:
        raise UnknownBotError(f"unknown bot {bot_id!r}; there are: {', '.join(sorted(bots))}") from None
