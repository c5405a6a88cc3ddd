"""Gülbahar: both sides run the same way round, and from the fourth roll a doublet climbs to the sixes.

Source: the international descriptions of gul bara (Wikipedia, itavli.com); no Turkish text of the rules could
be found. All checkers start on 24, one holds a point, nobody is hit and any row may be built; any number may
leave the 24-point. The first three rolls of each player are plain. From the fourth a doublet is a ladder:
four moves of it, then four of each higher number up to six. The higher opening die begins and rolls anew; the
winner of a game begins the next. A win counts 1 when the loser has borne off a checker, else 2 (mars). There
is no cube.

Left open by the sources and chosen here: what cannot be played of a climb passes to the other side
(itavli.com has it lost), in the way of gulbara.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions

SOURCE = "International rules of gul bara"


def game() -> TablesGame:
    """Gülbahar; nothing is to be agreed on."""
    options = TablesOptions(
        setup="head",
        direction="parallel",
        contact="single",
        doublets="ladder",
        ladder_from_roll=4,
        rest="ladder",
        scoring="tabla12",
        opening="reroll",
    )
    return TablesGame("gulbahar", "Gülbahar", options, source=SOURCE, cube=False, rated_turns=12)
