"""Plakoto: the Greek game of pinning, in which a pinned mother loses the game.

Source: the custom of Greece, as bkgm.com ("Tavli"), the rules of brainking.com, gamerz.net and fibs.com ("The
Board") and Wikipedia ("Plakoto") tell it. The steps are those of tapa. The last checker of a side on its own
24 is its mother. The game ends at once, and counts 2, when the other side's mother is pinned and the pinner
has no checker on its own 24; while it has, play goes on. If both mothers are pinned the game is drawn and
nobody scores. Else who bears off first wins 1, or 2 if the loser has borne off none. The higher opening die
begins and rolls anew. There is no cube.

Left open by the sources and chosen here: the end is looked for after each step, so that what is left of the
roll is not played. A side with a pinned checker bears nothing off. After a drawn game the same side begins.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.presets.portes import SOURCE


def game() -> TablesGame:
    """Plakoto; nothing is to be agreed on."""
    options = TablesOptions(setup="head", contact="pin", mothers="win", scoring="tabla12", opening="reroll")
    return TablesGame("plakoto", "Plakoto", options, source=SOURCE, cube=False)
