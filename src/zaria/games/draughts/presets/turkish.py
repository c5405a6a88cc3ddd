"""Turkish draughts (dama): sixteen men on all squares, which move and capture along rows and columns.

Source: the tournament rules of damaakademisi.com. One piece of each side draws; chosen here: unless the side
to move can capture at once. A man that passes its last row in a capture stays a man until the move is over.
Third repetition and the rule of quiet moves are `safety_draw`.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, safety_draw: bool = True) -> DraughtsGame:
    """Turkish draughts with what the table agreed on."""
    options = DraughtsOptions(
        orthogonal=True,
        rows=2,
        back=False,
        priority="count",
        removal="at_once",
        crowning="man",
        draws="turkish",
        safety_draw=safety_draw,
    )
    choices = (("safety_draw", (True, False)),)
    source = "Dama Akademisi, tournament rules"
    return DraughtsGame(
        "turkish-draughts", "Turkish draughts", options, choices, source, "plain", "30,W,8,8,A0,0"
    )
