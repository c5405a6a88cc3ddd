"""Czech draughts: men capture forwards only, and a king that can capture must.

Source: the rules of the Czech federation (hrejsi.cz). Which of its captures a king makes, and which men make
where no king can capture, is free in number. The source draws only "when nobody can take anything more", so
`safety_draw` is usual here.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, safety_draw: bool = True) -> DraughtsGame:
    """Czech draughts with what the table agreed on."""
    options = DraughtsOptions(back=False, priority="king_first", crowning="stop", safety_draw=safety_draw)
    choices = (("safety_draw", (True, False)),)
    source = "Rules of the Czech federation"
    return DraughtsGame(
        "czech-draughts", "Czech draughts", options, choices, source, "letters", "29,W,8,8,A0,0"
    )
