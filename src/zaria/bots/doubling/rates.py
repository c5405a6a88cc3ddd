"""How often the wins of each game are of the second and the third class, over whole games without a cube.

`python -m tools.count_rates` counts them anew.
"""

from typing import NamedTuple


class Rates(NamedTuple):
    """Parts of all wins of the second class or better, of the third; and of all games that are drawn."""

    second: float = 0.28
    third: float = 0.012
    draw: float = 0.0


USUAL = Rates()
"""Those of backgammon between experts: the published share of marses, a little more as the side that needs
them plays for them. With them our table comes nearest to published ones."""

BY_GAME: dict[str, Rates] = {
    "tapa": Rates(0.22, 0.09),
    "gulbara": Rates(0.39, 0.2),
    "chelebi": Rates(0.49, 0.23),
    "antitabla": Rates(0.95, 0.7),
    "long-nardy": Rates(0.26, 0.04),
    "gulbar": Rates(0.46, 0.01),
    "crazy-gulbar": Rates(0.65, 0.0),
    "long-nardy-5s": Rates(0.3, 0.05),
}
"""Counted in games of the plain player with itself (24 of antitabla, 50 to 500 of each other game)."""


def rates(game: str) -> Rates:
    """Those of the game with this identifier; `USUAL` where nobody has counted."""
    return BY_GAME.get(game, USUAL)
