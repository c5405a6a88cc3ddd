"""The rules of every game. Pure: no input or output, no clock, no randomness.

>>> from zaria import games
>>> position = games.dice_game("tabla").start()
>>> sorted(str(turn) for turn in position.turns((5, 5)))
['13/3 8/3(2)', '13/3(2)', '13/8(2) 13/3', '13/8(4)']
"""

from collections.abc import Callable
from functools import lru_cache

from zaria.games import chess, indiyka, ugolki
from zaria.games.board_games import BoardGame
from zaria.games.draughts import english, giveaway, international, russian
from zaria.games.protocols import DiceGame, Option, UnknownGameError
from zaria.games.tables.presets import (
    antitabla,
    backgammon,
    chelebi,
    crazy_gulbar,
    gulbar,
    gulbara,
    long_nardy,
    long_nardy_5s,
    short_nardy,
    short_nardy_5s,
    tabla,
    tabla_bg,
    tapa,
    three_games,
)

_PRESETS: dict[str, Callable[..., DiceGame]] = {
    "tabla": tabla.game,
    "tapa": tapa.game,
    "gulbara": gulbara.game,
    "chelebi": chelebi.game,
    "indiyka": indiyka.game,
    "antitabla": antitabla.game,
    "tabla-bg": tabla_bg.game,
    "short-nardy": short_nardy.game,
    "long-nardy": long_nardy.game,
    "gulbar": gulbar.game,
    "crazy-gulbar": crazy_gulbar.game,
    "short-nardy-5s": short_nardy_5s.game,
    "long-nardy-5s": long_nardy_5s.game,
    "backgammon": backgammon.game,
    "three-games": three_games.game,
}
_SQUARES: dict[str, Callable[..., BoardGame]] = {
    "russian-draughts": russian.game,
    "english-draughts": english.game,
    "giveaway": giveaway.game,
    "draughts": international.game,
    "ugolki": ugolki.game,
    "chess": chess.game,
}
_EVERY: dict[str, Callable[..., DiceGame | BoardGame]] = {**_PRESETS, **_SQUARES}


def names() -> list[str]:
    """The identifiers of all games with dice."""
    return list(_PRESETS)


def names_on_squares() -> list[str]:
    """The identifiers of all games on squares."""
    return list(_SQUARES)


def get(name: str, /, **options: Option) -> DiceGame | BoardGame:
    """The game with this identifier and these agreed options (the others as its preset has them).

    The same arguments give the same object. Raises `UnknownGameError` or `InvalidOptionsError`.
    `dice_game` and `board_game` give the games of one kind alone.
    """
    if name not in _EVERY:
        raise UnknownGameError(f"unknown game {name!r}; there are {', '.join(_EVERY)}")
    return _made(name, frozenset(_EVERY[name]().agreed(options).items()))


def dice_game(name: str, /, **options: Option) -> DiceGame:
    """The same for a game with dice; raises `UnknownGameError` for any other, or `InvalidOptionsError`."""
    game = get(name, **options)
    if game.family == "squares":
        raise UnknownGameError(f"{name!r} is played without dice; with dice there are {', '.join(_PRESETS)}")
    return game


def board_game(name: str, /, **options: Option) -> BoardGame:
    """The same for a board game; raises `UnknownGameError` for any other, or `InvalidOptionsError`."""
    game = get(name, **options)
    if game.family != "squares":
        raise UnknownGameError(f"{name!r} is no board game; there are {', '.join(_SQUARES)}")
    return game


@lru_cache(maxsize=256)
def _made(name: str, options: frozenset[tuple[str, Option]]) -> DiceGame | BoardGame:
    return _EVERY[name](**dict(options))
