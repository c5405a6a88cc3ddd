"""Longgammon: backgammon in which all fifteen checkers of a side begin in the other's home.

Source: the rules in common use on servers. Each side begins with all checkers on its 24-point; all the rest
is as in backgammon, and any number of checkers may leave the point in a turn.

Nothing is left open: the board is backgammon's, and the rest is agreed on by the players.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Longgammon; nothing is to be agreed on."""
    options = TablesOptions(setup="head", next_starter="roll")
    return TablesGame(
        "longgammon", "Longgammon", options, source="International tournament rules", rated_turns=10
    )
