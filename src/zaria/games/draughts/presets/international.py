"""International draughts on a board of ten by ten, as a Russian club plays them.

Source: that club's rules (Russian), which leave the official ones only in the draws, see `draws`: the same
position three times draws nothing unless the table agrees on `safety_draw`, and of the sixteen moves in an
ending of three against one those of the stronger side are counted.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, safety_draw: bool = False) -> DraughtsGame:
    """International draughts with what the table agreed on."""
    options = DraughtsOptions(
        size=10, rows=4, priority="count", crowning="man", draws="international", safety_draw=safety_draw
    )
    choices = (("safety_draw", (False, True)),)
    source = "Rules of a Russian club of board games"
    return DraughtsGame(
        "draughts", "International draughts", options, choices, source, "numbers", "20,W,10,10,N2,0"
    )
