"""Moultezim: a Turkish relative of fevga, with a limit in the other side's first quarter.

Source: the rules of threemountaingames.com, as bkgm.com repeats them, and of fibs.com ("The Board"). The
board, the first checker ahead and the points are those of fevga. A step may not hold more than four points
of the other side's first quarter (own 12 to 7); all other rows are free. The higher opening die begins and
rolls anew. There is no cube.

Left open by the sources and chosen here: two of them forbid to hold the own first quarter instead, which is
fevga's rule. The quarter is looked at after each step.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Moultezim; nothing is to be agreed on."""
    options = TablesOptions(
        setup="head",
        direction="parallel",
        contact="single",
        first_away=True,
        quarter_limit="other",
        scoring="tabla12",
        opening="reroll",
    )
    source = "Rules of threemountaingames.com, after Turkish custom"
    return TablesGame("moultezim", "Moultezim", options, source=source, cube=False, rated_turns=12)
