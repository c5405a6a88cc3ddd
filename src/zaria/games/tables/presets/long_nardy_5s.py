"""Long nardy as the site 5Stars Gammon plays it.

Source: the 5Stars Gammon manual (Russian, English, Turkish). Board, head and six-block are those of long
nardy. In a side's first turn a second checker may leave the head when one alone cannot play the whole roll
and the roll is 6-6, 4-4 or 3-3, for the second player also 5-5 and 6-2 when the first opened 2-1, 6-2 or
5-5. Points, mars, koks and paritet are as in the site's short game (see `short_nardy_5s`).

A table may agree on the principle in place of the list, of which it is a part: any roll which one checker
cannot play; and that a six-block is judged at the end of the turn alone.

Left open by the source and chosen here: the list lets a second checker go only where one is really blocked.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.presets.long_nardy import running
from zaria.games.tables.presets.short_nardy_5s import SOURCE, SWITCHES


def game(
    head_list: str = "fivestars",
    six_block: str = "step",
    *,
    paritet: bool = False,
    mars: bool = True,
    koks: bool = True,
) -> TablesGame:
    """Long nardy of 5Stars; `head_list` is "fivestars" or "principle", `six_block` "step" or "turn"."""
    options = running(
        head_list=head_list,
        six_block=six_block,
        scoring="fivestars",
        paritet=paritet,
        mars=mars,
        koks=koks,
    )
    choices = (("head_list", ("fivestars", "principle")), ("six_block", ("step", "turn")), *SWITCHES)
    return TablesGame("long-nardy-5s", "Long nardy (5Stars)", options, choices, source=SOURCE, rated_turns=12)
