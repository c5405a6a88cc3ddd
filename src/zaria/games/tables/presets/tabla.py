"""Tabla: the common game of hitting, as the Bulgarian club anafeds.com plays it.

Source: the anafeds rules (Bulgarian). Two checkers hold a point; a lone one is hit and enters from the bar.
As many dice as possible are played, of two that exclude each other the larger. A win counts 1 when the
loser has borne off a checker, 2 (mars) when not, 3 (koks) when besides one is on the bar or in
the winner's home. The first game is begun by the higher opening die and with both of them, the next by the
winner, who rolls.

Left open by the source and chosen here: a die larger than needed bears off from the highest point; lone
opponent's checkers are hit on entering too.
"""

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Tabla; nothing is to be agreed on."""
    return TablesGame("tabla", "Tabla", TablesOptions(), source=SOURCE, time_points=TIME_POINTS)
