"""How often the wins of each game are of the second and the third class, over whole games without a cube."""

from typing import NamedTuple


class Rates(NamedTuple):
    """Parts of all wins of the second class or better, of the third; and of all games that are drawn."""

    second: float = 0.28
    third: float = 0.012
    draw: float = 0.0


USUAL = Rates()
"""Those of backgammon, as published for play between experts."""

BY_GAME: dict[str, Rates] = {}


def rates(game: str) -> Rates:
    """Those of the game with this identifier; `USUAL` where nobody has counted."""
    return BY_GAME.get(game, USUAL)
