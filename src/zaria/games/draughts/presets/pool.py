"""Pool checkers: Russian draughts in which dark begins and a man goes on capturing as a man.

Source: the tournament rules of the American Pool Checkers Association. Three kings against one draw with the
13th move (Black and Waters, 1947); the long diagonal does not matter, as the source names none. The third
repetition and 30 moves of each side by kings only draw as well.
"""

from zaria.games.board_games import DARK
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.options import DraughtsOptions


def game() -> DraughtsGame:
    """Pool checkers."""
    options = DraughtsOptions(first=DARK, crowning="man", draws="pool")
    source = "American Pool Checkers Association"
    return DraughtsGame("pool-checkers", "Pool checkers", options, (), source, "numbers", "23,B,8,8,N1,0")
