"""Backgammon: the international game, whose board is that of tabla.

Source: the rules in common use at tournaments. The opening dice are the first roll, in every game of a
match. A win counts 1 when the loser has borne off a checker, 2 (gammon) when not, 3 (backgammon)
when besides one is on the bar or in the winner's home. Cube, Crawford game, Jacoby and beavers are
terms of the match.

Nothing is left open: the board is tabla's, and the rest is agreed on by the players.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game() -> TablesGame:
    """Backgammon; nothing is to be agreed on."""
    options = TablesOptions(next_starter="roll")
    return TablesGame(
        "backgammon", "Backgammon", options, source="International tournament rules", rated_turns=6
    )
