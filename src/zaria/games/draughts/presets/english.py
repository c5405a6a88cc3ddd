"""English draughts (checkers), as a Russian club plays them.

Source: that club's rules (Russian). Dark begins. Kings go one step, men capture forward only, and one that
captures into the last row is crowned and stops. Drawn are one king against one after 20 moves of each, else
only by agreement: two kings against two may go on for ever unless the table agrees on `safety_draw`.

"The maximum possible in the chosen direction" is read as in Russian draughts.
"""

from zaria.games.board_games import DARK
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, max_in_direction: bool = False, safety_draw: bool = False) -> DraughtsGame:
    """English draughts with what the table agreed on."""
    options = DraughtsOptions(
        first=DARK,
        flying=False,
        back=False,
        crowning="stop",
        draws="english",
        max_in_direction=max_in_direction,
        safety_draw=safety_draw,
    )
    choices = (("max_in_direction", (False, True)), ("safety_draw", (False, True)))
    source = "Rules of a Russian club of board games"
    return DraughtsGame(
        "english-draughts", "English draughts", options, choices, source, "numbers", "21,B,8,8,N1,0"
    )
