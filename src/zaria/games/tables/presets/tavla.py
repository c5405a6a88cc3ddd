"""Tavla: the game of the Turkish coffee house; in Iran it is called takhteh or takhte nard.

Source: the tournament rules of traditional tavla by turkiyetavla.com (2025). The board is tabla's. The higher
opening die wins the right to begin and rolls anew; the winner of a game begins the next. A win counts 1 when
the loser has borne off a checker, else 2 (mars); there is no triple win, and no cube.

A table may agree on the ban of hit and run (`hit_and_run`), which other descriptions of tavla and those of
takhteh have: a checker that hit in its own home stays there to the end of the turn.

Left open by the source and chosen here: a die larger than needed bears off from the highest point; with the
ban, other checkers on the point of the hit may move, and dice that only the hitting checker could play are
lost.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions

SOURCE = "Traditional tavla by turkiyetavla.com (Turkey)"


def game(hit_and_run: str = "free") -> TablesGame:
    """Tavla; `hit_and_run` is "free" or "banned"."""
    options = TablesOptions(scoring="tabla12", opening="reroll", hit_and_run=hit_and_run)
    choices = (("hit_and_run", ("free", "banned")),)
    return TablesGame("tavla", "Tavla", options, choices, source=SOURCE, cube=False)
