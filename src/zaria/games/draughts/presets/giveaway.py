"""Giveaway draughts (poddavki): Russian draughts won by who has no pieces left or cannot move.

Source: a Russian club's rules (Russian). The moves are those of Russian draughts in every respect. The source
knows no draw but by agreement, and a table may agree on `safety_draw`.
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, max_in_direction: bool = False, safety_draw: bool = False) -> DraughtsGame:
    """Giveaway draughts with what the table agreed on."""
    options = DraughtsOptions(giveaway=True, max_in_direction=max_in_direction, safety_draw=safety_draw)
    choices = (("max_in_direction", (False, True)), ("safety_draw", (False, True)))
    source = "Rules of a Russian club of board games"
    return DraughtsGame(
        "giveaway", "Giveaway draughts", options, choices, source, "letters", "25,W,8,8,A0,0", mark=":"
    )
