"""Tapa: the game of pinning, as the Bulgarian club anafeds.com plays it.

Source: the anafeds rules (Bulgarian). All checkers start on 24. A lone checker is pinned by one or more on
top of it and waits until they leave; no side bears off while one of its checkers is pinned. When both sides'
last checkers on their 24-points are pinned the game starts again. A win counts 3 when the loser has a checker
in the winner's home, else 2 when not all are gathered at home, else 1.

Left open by the source and chosen here: the "first long move", named there but not described, means that a
player's first turn is played by one checker alone if one can play as much of the roll as the rules demand.
A table may agree on that for the starter only or not at all. One pinned last checker decides nothing. A
turn that locks the game ends there and counts as using the whole roll.
"""

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game(first_long_move: str = "both") -> TablesGame:
    """Tapa; `first_long_move` is "both", "starter" or "off"."""
    options = TablesOptions(
        setup="head", contact="pin", first_long_move=first_long_move, mothers="restart", scoring="tapa"
    )
    choices = (("first_long_move", ("both", "starter", "off")),)
    return TablesGame("tapa", "Tapa", options, choices, source=SOURCE, time_points=TIME_POINTS)
