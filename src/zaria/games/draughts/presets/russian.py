"""Russian draughts, as one Russian club plays them.

Source: that club's rules (Russian). The official game but for its draws, see `draws`: the same position three
times, long endings of four to seven pieces, and two pieces against a king draw nothing here, while three men
against one king on the main road do.

Left open by the source and chosen here: "the maximum possible in the chosen direction" means, as in the
official rules, that a capture once begun is finished. A table may agree to read it as a number: of the
captures of one piece that begin in one direction only those that take most (max_in_direction).
"""

from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game(*, max_in_direction: bool = False, safety_draw: bool = False) -> DraughtsGame:
    """Russian draughts with what the table agreed on."""
    options = DraughtsOptions(draws="russian", max_in_direction=max_in_direction, safety_draw=safety_draw)
    choices = (("max_in_direction", (False, True)), ("safety_draw", (False, True)))
    source = "Rules of a Russian club of board games"
    return DraughtsGame(
        "russian-draughts", "Russian draughts", options, choices, source, "letters", "25,W,8,8,A0,0", mark=":"
    )
