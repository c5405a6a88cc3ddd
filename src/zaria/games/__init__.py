"""The rules of every game. Pure: no input or output, no clock, no randomness.

>>> from zaria import games
>>> position = games.get("tabla").start()
>>> sorted(str(turn) for turn in position.turns((5, 5)))
['13/3 8/3(2)', '13/3(2)', '13/8(2) 13/3', '13/8(4)']
"""

from collections.abc import Callable
from functools import lru_cache

from zaria.games.game import Option, UnknownGame
from zaria.games.tables import long_nardy, tabla, tapa
from zaria.games.tables.game import TablesGame

_PRESETS: dict[str, Callable[..., TablesGame]] = {
    "tabla": tabla.game,
    "tapa": tapa.game,
    "long-nardy": long_nardy.game,
}


def names() -> list[str]:
    """The identifiers of all games."""
    return list(_PRESETS)


def get(name: str, /, **options: Option) -> TablesGame:
    """The game with this identifier and these agreed options (the others as its preset has them).

    The same arguments give the same object. Raises `UnknownGame` or `BadOptions`.
    """
    if name not in _PRESETS:
        raise UnknownGame(f"unknown game {name!r}; there are {', '.join(_PRESETS)}")
    return _made(name, frozenset(_PRESETS[name]().agreed(options).items()))


@lru_cache(maxsize=256)
def _made(name: str, options: frozenset[tuple[str, Option]]) -> TablesGame:
    return _PRESETS[name](**dict(options))
