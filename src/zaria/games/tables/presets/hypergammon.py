"""Hypergammon: backgammon with three checkers a side.

Source: the rules in common use on servers. Each side begins with one checker on each of its points 24, 23 and
22; all the rest is as in backgammon. A side that has borne off none of its three loses a gammon.

Nothing is left open: the board is backgammon's, and the rest is agreed on by the players.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Hypergammon; nothing is to be agreed on."""
    options = TablesOptions(setup="hyper", checkers=3, next_starter="roll")
    return TablesGame(
        "hypergammon", "Hypergammon", options, source="International tournament rules", rated_turns=5
    )
