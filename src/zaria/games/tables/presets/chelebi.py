"""Chelebi: tabla in which a doublet climbs to the sixes, as the Bulgarian club anafeds.com plays it.

Source: the anafeds rules (Bulgarian). Everything is as in tabla, but a doublet is a ladder from the first
roll on: four moves of it, then four of each higher number up to six.

Left open by the source and chosen here: the ladder is that of gulbara, and a table may agree on two moves of
each number as there; when a stage cannot be played in
full it stops and the rest is lost, for the other side does not play it in this game. Checkers on the bar
enter first in every stage.
"""

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game(ladder: int = 4) -> TablesGame:
    """Chelebi; `ladder` is 4 or 2 moves a stage."""
    options = TablesOptions(doublets="ladder", ladder=ladder)
    choices = (("ladder", (4, 2)),)
    return TablesGame("chelebi", "Chelebi", options, choices, source=SOURCE, time_points=TIME_POINTS)
