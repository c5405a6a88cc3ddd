"""Portuguese draughts: Spanish draughts under another name.

Source: the rules of the Portuguese federation (2013).
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.presets.spanish import OPTIONS


def game() -> DraughtsGame:
    """Portuguese draughts."""
    source = "Rules of the Portuguese federation"
    return DraughtsGame(
        "portuguese-draughts", "Portuguese draughts", OPTIONS, (), source, "mirror-light", "28,W,8,8,N1,1"
    )
