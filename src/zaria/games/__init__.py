"""The rules of every game. Pure: no input or output, no clock, no randomness.

>>> from zaria import games
>>> position = games.dice_game("tabla").start()
>>> sorted(str(turn) for turn in position.turns((5, 5)))
['13/3 8/3(2)', '13/3(2)', '13/8(2) 13/3', '13/8(4)']
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

from zaria.games.board_games import BoardGame
from zaria.games.protocols import DiceGame, GameKind, Option, UnknownGameError
from zaria.games.registry import BOARD_GAMES, DICE_GAMES, GAMES


def names() -> list[str]:
    """The identifiers of all games with dice."""
    return list(DICE_GAMES)


def names_on_squares() -> list[str]:
    """The identifiers of all board games."""
    return list(BOARD_GAMES)


def get(name: str, /, **options: Option) -> DiceGame | BoardGame:
    """The game with this identifier and these agreed options (the others as its preset has them).

    The same arguments give the same object. Raises `UnknownGameError` or `InvalidOptionsError`.
    `dice_game` and `board_game` give the games of one kind alone.
    """
    _check_known(name)
    game = GAMES[name].game
    return _MAKERS[game.kind](name, frozenset(game.agreed(options).items()))


def dice_game(name: str, /, **options: Option) -> DiceGame:
    """The same for a game with dice; raises `UnknownGameError` for any other, or `InvalidOptionsError`."""
    if name in BOARD_GAMES:
        names = ", ".join(DICE_GAMES)
        raise UnknownGameError(f"{name!r} is played without dice; with dice there are {names}")
    _check_known(name)
    return _dice_game(name, frozenset(DICE_GAMES[name].game.agreed(options).items()))


def board_game(name: str, /, **options: Option) -> BoardGame:
    """The same for a board game; raises `UnknownGameError` for any other, or `InvalidOptionsError`."""
    if name in DICE_GAMES:
        raise UnknownGameError(f"{name!r} is no board game; there are {', '.join(BOARD_GAMES)}")
    _check_known(name)
    return _board_game(name, frozenset(BOARD_GAMES[name].game.agreed(options).items()))


def _check_known(name: str) -> None:
    if name not in GAMES:
        raise UnknownGameError(f"unknown game {name!r}; there are {', '.join(GAMES)}")


@lru_cache(maxsize=256)
def _dice_game(name: str, options: frozenset[tuple[str, Option]]) -> DiceGame:
    return DICE_GAMES[name].create(**dict(options))


@lru_cache(maxsize=256)
def _board_game(name: str, options: frozenset[tuple[str, Option]]) -> BoardGame:
    return BOARD_GAMES[name].create(**dict(options))


_MAKERS: Mapping[GameKind, Callable[[str, frozenset[tuple[str, Option]]], DiceGame | BoardGame]] = {
    "dice": _dice_game,
    "board": _board_game,
}
