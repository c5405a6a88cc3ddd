"""Frequencies of wins of the second and third class in each game, over whole games without a cube.

`python -m tools.fit.doubling_rates` counts them anew.
"""

from functools import lru_cache
from statistics import fmean
from typing import NamedTuple

from zaria.games.registry import GAMES


class Rates(NamedTuple):
    """Parts of all wins of the second class or better, of the third; and of all games that are drawn."""

    second: float = 0.28
    third: float = 0.012
    draw: float = 0.0


USUAL = Rates()
"""Those of backgammon between experts: the published share of marses, a little more as the side that needs
them plays for them. With them our table comes nearest to published ones."""

BY_GAME: dict[str, Rates] = {
    "tapa": Rates(0.466, 0.218),
    "plakoto": Rates(0.445, 0.0),
    "fevga": Rates(0.122, 0.0),
    "moultezim": Rates(0.084, 0.0),
    "gulbara": Rates(0.629, 0.487),
    "gulbahar": Rates(0.595, 0.0),
    "chelebi": Rates(0.56, 0.259),
    "antitabla": Rates(0.87, 0.8),
    "long-nardy": Rates(0.223, 0.002),
    "gulbar": Rates(0.38, 0.002),
    "crazy-gulbar": Rates(0.508, 0.007),
    "sport-nardy": Rates(0.237, 0.0),
    "long-nardy-5s": Rates(0.202, 0.014),
    "short-nardy-5s": Rates(0.247, 0.013),
    "longgammon": Rates(0.237, 0.018),
    "hypergammon": Rates(0.685, 0.084),
}
"""Counted in 2000 games of our engine with itself, without looking ahead."""

EQUAL_TURNS: dict[str, Rates] = {
    "long-nardy-5s": Rates(0.223, 0.008, 0.08),
    "short-nardy-5s": Rates(0.249, 0.019, 0.058),
}
"""The same where the second player has one more turn (paritet), in 400 games: only then are there draws."""


@lru_cache(maxsize=64)
def rates(game: str, points: tuple[int, ...] = (1, 2, 3), *, equal_turns: bool = False) -> Rates:
    """Those of the game with this identifier whose classes of wins count so much, the least first.

    `USUAL` where nobody has counted. Of several games in turn the mean: nobody knows which decides the match.
    Where no mars was agreed on, koks is the second class.
    """
    counted = {**BY_GAME, **EQUAL_TURNS} if equal_turns else BY_GAME
    every = [counted.get(name, USUAL) for name in _played(game)]
    mean = Rates(*(fmean(column) for column in zip(*every, strict=True)))
    return mean if 2 in points else Rates(mean.third, 0.0, mean.draw)


def _played(game: str) -> list[str]:
    """The games that make up this one; a game that we do not know, as in a record, stands for itself."""
    return [rules.id for rules in GAMES[game].game.rotation] if game in GAMES else [game]
