"""Long nardy: both sides run the same way round and one checker holds a point.

Source: the Russian rules of nardy (a scanned booklet). All checkers start on 24, the head; one may leave it
in a turn. In a side's first turn a second may follow when one alone cannot play the whole roll and the roll
is 6-6, 4-4 or 3-3, but not 4-4 when the other side opened 5-5. No step may make six points in a row unless
an opponent's checker is beyond them or borne off. A win counts 1 when the loser has borne off a checker, 2
(mars) when not, and 3 (home mars) when not but all checkers are home. The higher opening
die begins and rolls anew.

A table may agree on another list of rolls (`head_list`): that of 5Stars Gammon (see `long_nardy_5s`), or
any roll which one checker cannot play (the "principle"); on 4 points for home mars, as the source's table
of stakes has it; and that a six-block is judged at the end of the turn alone (`six_block`).

Left open by the source and chosen here: the six-block is looked at after each step; a row does not run on
across the end of the opponent's way. The next game of a match is begun by its winner.
"""

import msgspec

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.presets.short_nardy import SOURCE


def game(head_list: str = "nardy", home_mars: int = 3, six_block: str = "step") -> TablesGame:
    """Long nardy; `head_list` is "nardy", "fivestars" or "principle", `six_block` "step" or "turn"."""
    choices = (
        ("head_list", ("nardy", "fivestars", "principle")),
        ("home_mars", (3, 4)),
        ("six_block", ("step", "turn")),
    )
    options = running(head_list=head_list, home_mars=home_mars, six_block=six_block)
    return TablesGame("long-nardy", "Long nardy", options, choices, source=SOURCE, rated_turns=12)


def running(**changes: str | int | bool) -> TablesOptions:
    """The rules of all games with the board of long nardy."""
    rules = TablesOptions(
        setup="head",
        direction="parallel",
        contact="single",
        head=1,
        scoring="nardy",
        opening="reroll",
    )
    return msgspec.structs.replace(rules, **changes)
