"""Canadian draughts: international draughts on a board of twelve by twelve.

Source: windames, "Grand jeu de dames". The draws are those of international draughts, and the third
repetition.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game() -> DraughtsGame:
    """Canadian draughts."""
    options = DraughtsOptions(size=12, rows=5, priority="count", crowning="man", draws="canadian")
    source = "Windames, Grand jeu de dames"
    return DraughtsGame(
        "canadian-draughts", "Canadian draughts", options, (), source, "numbers", "27,W,12,12,N2,0"
    )
