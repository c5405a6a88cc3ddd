"""Brazilian draughts: the moves of international draughts on the board of 64 squares.

Source: the official summary of the Brazilian confederation (brazil.fmjd.org). It draws after 20 moves of each
side by kings only and ends before its list of endings. Chosen here as on other servers: two pieces or one
against a king draw with the 5th move of each side, and so does the third repetition.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game() -> DraughtsGame:
    """Brazilian draughts."""
    options = DraughtsOptions(priority="count", crowning="man", draws="brazilian")
    source = "Official summary of the Brazilian confederation"
    return DraughtsGame(
        "brazilian-draughts", "Brazilian draughts", options, (), source, "letters", "26,W,8,8,A0,0"
    )
