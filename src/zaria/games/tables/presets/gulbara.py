"""Gulbara: both sides run the same way round, and a doublet climbs to the sixes, as anafeds.com plays it.

Source: the anafeds rules (Bulgarian). All checkers start on 24, one holds a point, nobody is hit and any row
may be built. A doublet is a ladder: four moves of it, then four of each higher number up to six. Who has
played the first four and is then stuck leaves the rest to the other side, who plays what is possible of it,
stage by stage, and then rolls. A win counts 3 when the loser has a checker in the quarter of the start or in
the winner's home, else 2 when not all are gathered at home, else 1.

Left open by the source and chosen here: how far the ladder climbs (to the sixes), how many moves a stage
has (four; a table may agree on two), and that each stage is played as far as possible on its own; a doublet
whose first stage was not played in full leaves nothing. What the other side cannot play of a rest is lost,
but later stages are still tried, and nothing passes back. The ladder comes with the first roll; a table may
agree on the traditional way, where the first three rolls of each player are plain (`ladder_from_roll` 4: a
doublet is four moves and nothing passes). A rest is no roll. The first long move is as in tapa and binds the
first stage of a doublet alone; a rest played before one's first roll is no first turn, and lifts it by taking
checkers from 24.
"""

from zaria.games.anafeds import SOURCE, TIME_POINTS
from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game(first_long_move: str = "both", ladder_from_roll: int = 1, ladder: int = 4) -> TablesGame:
    """Gulbara; `first_long_move` is "both", "starter" or "off", `ladder_from_roll` 1 or 4.

    `ladder` is 4 or 2 moves a stage.
    """
    options = TablesOptions(
        setup="head",
        direction="parallel",
        contact="single",
        doublets="ladder",
        ladder=ladder,
        ladder_from_roll=ladder_from_roll,
        rest="ladder",
        first_long_move=first_long_move,
        scoring="gulbara",
    )
    choices = (
        ("first_long_move", ("both", "starter", "off")),
        ("ladder_from_roll", (1, 4)),
        ("ladder", (4, 2)),
    )
    return TablesGame(
        "gulbara",
        "Gulbara",
        options,
        choices,
        source=SOURCE,
        time_points=TIME_POINTS,
        rated_turns=12,
    )
