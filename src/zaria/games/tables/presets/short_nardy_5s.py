"""Short nardy as the site 5Stars Gammon plays it.

Source: the 5Stars Gammon manual (Russian, English, Turkish). The board is that of short nardy; the opening
dice only say who begins. A win counts 3 (koks) when the loser has a checker in the first quarter of the way
or on the bar, else 2 (mars) when not all are gathered at home, else 1: checkers borne off do not matter.
The table agrees on mars and koks each, and on paritet: when the starter has borne all off, the second
player has one more turn.

Left open by the source and chosen here: a class not agreed on falls to the next one below. In paritet the
last turn is of an ordinary roll; if the second player then finishes too, the game is drawn and both get 1
point; else the win is scored after that turn. When the second player finishes first there is no further
turn. A die larger than needed bears off from the highest point.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game(*, paritet: bool = False, mars: bool = True, koks: bool = True) -> TablesGame:
    """Short nardy of 5Stars; all three are agreed on or not."""
    options = TablesOptions(scoring="fivestars", opening="reroll", paritet=paritet, mars=mars, koks=koks)
    return TablesGame("short-nardy-5s", "Short nardy (5Stars)", options, SWITCHES, source=SOURCE)


SWITCHES = (("paritet", (False, True)), ("mars", (True, False)), ("koks", (True, False)))
"""Options that every 5Stars table agrees on."""

SOURCE = "Manual of 5Stars Gammon"
"""The source of the rules."""
