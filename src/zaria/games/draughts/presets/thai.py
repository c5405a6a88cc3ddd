"""Thai draughts (makhos): eight men, and kings that land directly behind what they capture.

Source: the descriptions of mindsports.nl and eightygames.wordpress.com. Captured pieces leave at once, so a
king may go back over their squares. The sources leave open who begins (dark here, as in PDN) and have no
draws, so `safety_draw` is usual here.
"""

from zaria.games.board_games import DARK
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, safety_draw: bool = True) -> DraughtsGame:
    """Thai draughts with what the table agreed on."""
    options = DraughtsOptions(
        rows=2,
        first=DARK,
        back=False,
        landing="behind",
        removal="at_once",
        crowning="stop",
        safety_draw=safety_draw,
    )
    choices = (("safety_draw", (True, False)),)
    source = "Mindsports, Makhos"
    return DraughtsGame(
        "thai-draughts", "Thai draughts", options, choices, source, "numbers", "31,B,8,8,N2,0", mark="-"
    )
