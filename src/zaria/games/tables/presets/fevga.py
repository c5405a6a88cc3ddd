"""Fevga: the Greek game of running the same way round, the first checker alone.

Source: the custom of Greece, as bkgm.com ("Tavli"), the rules of brainking.com and itavli.com and Wikipedia
("Fevga") tell it. Both sides run the same way round and one checker holds a point. Until a side's first
checker has come to the other side's first quarter or beyond, no second one leaves the start; the rest of
the same roll is already free. A step may not hold all six points of the own first quarter. No turn ends
with six points in a row right before the one point where all the other side's checkers on the board stand,
if another turn that plays as much of the roll does not. A win counts 1, or 2 if the loser has borne off
none. The higher opening die begins and rolls anew. There is no cube.

Left open by the sources and chosen here: the quarter is looked at after each step; other rows of six are
free.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.presets.portes import SOURCE


def game() -> TablesGame:
    """Fevga; nothing is to be agreed on."""
    options = TablesOptions(
        setup="head",
        direction="parallel",
        contact="single",
        first_away=True,
        quarter_limit="own",
        open_lock=True,
        scoring="tabla12",
        opening="reroll",
    )
    return TablesGame("fevga", "Fevga", options, source=SOURCE, cube=False, rated_turns=12)
