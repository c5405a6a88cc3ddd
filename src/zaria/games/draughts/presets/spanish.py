"""Spanish draughts: most pieces must be captured, and of these most kings; the board is seen in a mirror.

Source: the rules of the Portuguese federation (2013), whose game has the same rules, and ludoteka's text on
Spanish draughts. Drawn are the third repetition, 20 moves of each side by kings only, and three kings against
one with the 12th move; chosen here: the long diagonal does not matter.
"""

from zaria.games.board_games import LIGHT
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions

OPTIONS = DraughtsOptions(
    back=False, priority="count_kings", crowning="stop", draws="spanish", mirror=True, numbered_from=LIGHT
)


def game() -> DraughtsGame:
    """Spanish draughts."""
    source = "Ludoteka; the rules of the Portuguese federation"
    return DraughtsGame(
        "spanish-draughts", "Spanish draughts", OPTIONS, (), source, "mirror-light", "24,W,8,8,N1,1"
    )
