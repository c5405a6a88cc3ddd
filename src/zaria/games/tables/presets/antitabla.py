"""Antitabla: tabla in which the first to bear off all checkers loses, as anafeds.com plays it.

Source: the anafeds rules (Bulgarian), which say that all is as in tabla and the score analogous. All duties
stay: as many dice as possible, of two the larger, and bearing off where nothing else can be played.

Left open by the source and chosen here: the score looks at the winner, who did not finish: 1 with a
checker borne off, 2 with none, 3 if besides one is on the bar or in the other's home. Bearing
off is no duty where another move uses as much of the roll.
"""

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Antitabla; nothing is to be agreed on."""
    options = TablesOptions(misere=True)
    return TablesGame("antitabla", "Antitabla", options, source=SOURCE, time_points=TIME_POINTS)
