"""Nackgammon: backgammon from a start with two checkers more at the back, as Nack Ballard set it up.

Source: the rules in common use on servers and at tournaments. Each side begins with 24:2 23:2 13:4 8:3 6:4;
all the rest is as in backgammon.

Nothing is left open: the board is backgammon's, and the rest is agreed on by the players.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Nackgammon; nothing is to be agreed on."""
    options = TablesOptions(setup="nack", next_starter="roll")
    return TablesGame(
        "nackgammon", "Nackgammon", options, source="International tournament rules", rated_turns=6
    )
