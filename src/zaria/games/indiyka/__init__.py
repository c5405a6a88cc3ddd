"""Indiyka: two races side by side without contact, as the Bulgarian club anafeds.com plays it.

Source: the anafeds rules (Bulgarian). Each player has six points of their own and fifteen checkers in hand. A
die places a checker on the point of its number, until there are two on each; of a doublet only two can be
placed so, and if they complete the twelve its other moves place further checkers on that point. With two on
each, the three that are left are placed by any dice. Then, from the next roll on, a die bears off a checker
from its point. The first to bear all off wins 1 point. There is no contact and no move from point to
point.

Left open by the source and chosen here: as many dice as possible must be played; where only one of two can
be, the player chooses which. The roll that places the last checker bears none off. There is no equalising
turn.
"""

from zaria.games.indiyka.game import game

__all__ = ["game"]
