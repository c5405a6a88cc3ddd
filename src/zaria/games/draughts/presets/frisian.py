"""Frisian draughts: international draughts that captures along rows and columns as well.

Source: the official rules of 2011. The capture of the highest value is compulsory, a king being worth a
little less than two men, and of equal captures one by a king. A side with men may not make more than three
moves in a row with the same king. Two kings against one draw with the 7th move of the stronger side. Chosen
here, as on other servers: one king each draw after two more moves of each, and so does the third repetition.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game() -> DraughtsGame:
    """Frisian draughts."""
    options = DraughtsOptions(
        size=10,
        rows=4,
        capture_lines="eight",
        priority="frisian",
        king_moves=3,
        crowning="man",
        draws="frisian",
    )
    source = "Official rules of Frisian draughts, 2011"
    return DraughtsGame(
        "frisian-draughts", "Frisian draughts", options, (), source, "numbers", "40,W,10,10,N2,0"
    )
