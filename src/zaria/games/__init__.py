"""The rules of every game. Pure: no input or output, no clock, no randomness.

>>> from zaria import games
>>> position = games.dice_game("tabla").start()
>>> sorted(str(turn) for turn in position.turns((5, 5)))
['13/3 8/3(2)', '13/3(2)', '13/8(2) 13/3', '13/8(4)']
"""

from functools import lru_cache

from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame, Option, UnknownGameError
from zaria.games.registry import GAMES

_DICE_GAMES = tuple(info.id for info in GAMES.values() if info.dice)
_BOARD_GAMES = tuple(info.id for info in GAMES.values() if not info.dice)


def names() -> list[str]:
    """The identifiers of all games with dice."""
    return list(_DICE_GAMES)


def names_on_squares() -> list[str]:
    """The identifiers of all board games."""
    return list(_BOARD_GAMES)


def get(name: str, /, **options: Option) -> DiceGame | BoardGame:
    """The game with this identifier and these agreed options (the others as its preset has them).

    The same arguments give the same object. Raises `UnknownGameError` or `InvalidOptionsError`.
    `dice_game` and `board_game` give the games of one kind alone.
    """
    if name not in GAMES:
        raise UnknownGameError(f"unknown game {name!r}; there are {', '.join(GAMES)}")
    return _made(name, frozenset(GAMES[name].game.agreed(options).items()))


def dice_game(name: str, /, **options: Option) -> DiceGame:
    """The same for a game with dice; raises `UnknownGameError` for any other, or `InvalidOptionsError`."""
    game = get(name, **options)
    if game.family == "squares":
        raise UnknownGameError(
            f"{name!r} is played without dice; with dice there are {', '.join(_DICE_GAMES)}"
        )
    return game


def board_game(name: str, /, **options: Option) -> BoardGame:
    """The same for a board game; raises `UnknownGameError` for any other, or `InvalidOptionsError`."""
    game = get(name, **options)
    if game.family != "squares":
        raise UnknownGameError(f"{name!r} is no board game; there are {', '.join(_BOARD_GAMES)}")
    return game


@lru_cache(maxsize=256)
def _made(name: str, options: frozenset[tuple[str, Option]]) -> DiceGame | BoardGame:
    return GAMES[name].create(**dict(options))
