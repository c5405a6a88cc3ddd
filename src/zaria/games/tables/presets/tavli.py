"""Tavli: the Greek evening, a match that goes from portes to plakoto to fevga and round again.

Source: the custom of Greece, as bkgm.com ("Tavli"), kafenio.eu and Wikipedia ("Tavli") tell it. Each game is
played by its own rules; the winner of a game begins the next one, whichever it is. Matches go to three, five
or seven points, and there is no cube.

Left open and chosen here: the match ends as soon as a side has the points, in the middle of a round too.
After a drawn game of plakoto the next game follows, begun by the same side.
"""

from zaria.games.tables.presets import fevga, plakoto, portes
from zaria.games.tables.presets.portes import SOURCE
from zaria.games.tables.presets.three_games import Rotation


def game() -> Rotation:
    """The Greek evening; nothing is to be agreed on but the length of the match."""
    return Rotation("tavli", "Tavli", (portes.game(), plakoto.game(), fevga.game()), (), SOURCE)
