"""Portes: the first game of the Greek evening, with wins of one and two points.

Source: the custom of Greece, as bkgm.com ("Tavli"), kafenio.eu and Wikipedia ("Tavli") tell it. Everything on
the board is as in tabla. The higher opening die begins and rolls anew. A win counts 1 when the loser has
borne off a checker, else 2; there is neither a triple win nor a cube. The winner begins the next game.

Left open by the sources and chosen here: a checker that hit in its home may move on, which no text forbids.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions

SOURCE = "Custom of Greek cafés"


def game() -> TablesGame:
    """Portes; nothing is to be agreed on."""
    options = TablesOptions(scoring="tabla12", opening="reroll")
    return TablesGame("portes", "Portes", options, source=SOURCE, cube=False)
