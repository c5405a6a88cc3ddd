"""Long nardy: both sides run the same way round and one checker holds a point.

Sources: the widespread Russian rules of nardy ("nardy" list, points) and the 5Stars Gammon manual
("fivestars" list). All checkers start on 24, the head; one may leave it in a turn. In a side's first turn a
second may follow when one alone cannot play the whole roll and the roll is 6-6, 4-4 or 3-3 (nardy: but not
4-4 when the other side opened 5-5; fivestars: for the second player also 5-5 and 6-2 when the first opened
2-1, 6-2 or 5-5). No step may make six points in a row unless an opponent's checker is beyond them or borne
off. A win counts 1 when the loser has borne off a checker, 2 (mars) when he has not, and 3 or 4 (home mars)
when he has not but all his checkers are home.

Left open by the sources and chosen here: the six-block is looked at after each step, not only at the end of a
turn.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions


def game(head_list: str = "nardy", home_mars: int = 3) -> TablesGame:
    """Long nardy; `head_list` is "nardy" or "fivestars", `home_mars` 3 or 4 points."""
    options = TablesOptions(
        setup="head",
        direction="parallel",
        contact="single",
        head=1,
        head_list=head_list,
        six_block=True,
        scoring="nardy",
        home_mars=home_mars,
        opening="reroll",
    )
    choices = (("head_list", ("nardy", "fivestars")), ("home_mars", (3, 4)))
    return TablesGame("long-nardy", "Long nardy", options, choices)
