"""Crazy gulbar: gulbar in which a doublet climbs to the sixes, by the Russian rules of nardy.

Source: the Russian rules of nardy (a scanned booklet). A doublet is played with all doublets above it up to
the sixes; the example there takes two of each number. What a player cannot play the other side must play.

Left open by the source and chosen here: the example is taken literally, two moves of each (a table may
agree on four). Any die that was not played passes, also of two different ones and also when the first stage
of the ladder was not played in full; the ladder stops at the stage that could not be finished. Nobody rolls
again. Board, head, six-block, points and rests are as in gulbar; one checker may leave the head in a whole
ladder.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.presets.long_nardy import running
from zaria.games.tables.presets.short_nardy import SOURCE


def game(ladder: int = 2, home_mars: int = 3, six_block: str = "step") -> TablesGame:
    """Crazy gulbar; `ladder` is 2 or 4 moves a stage, `home_mars` 3 or 4, `six_block` "step" or "turn"."""
    options = running(
        head_list="nardy",
        doublets="ladder",
        ladder=ladder,
        rest="any",
        home_mars=home_mars,
        six_block=six_block,
    )
    choices = (("ladder", (2, 4)), ("home_mars", (3, 4)), ("six_block", ("step", "turn")))
    return TablesGame("crazy-gulbar", "Crazy gulbar", options, choices, source=SOURCE, rated_turns=12)
