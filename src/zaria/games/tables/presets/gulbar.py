"""Gulbar: long nardy in which the other side plays what one cannot, by the Russian rules of nardy.

Source: the Russian rules of nardy (a scanned booklet). What a player cannot play of a roll, of any roll,
the other side must play, before rolling. Who has played all four moves of a doublet rolls again.

Left open by the source and chosen here: board, head with its exceptions in the first turn, six-block and
points are those of long nardy. What the other side cannot play of a rest is lost; its head is counted in
the rest as in a turn of its own, without the exceptions of a first one; and for finishing another's doublet
nobody rolls again. Two dice that are both left pass together, and each is played if it can be.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.presets.long_nardy import running
from zaria.games.tables.presets.short_nardy import SOURCE


def game(home_mars: int = 3, six_block: str = "step") -> TablesGame:
    """Gulbar; `home_mars` is 3 or 4 points, `six_block` "step" or "turn"."""
    options = running(
        head_list="nardy", rest="any", roll_again=True, home_mars=home_mars, six_block=six_block
    )
    choices = (("home_mars", (3, 4)), ("six_block", ("step", "turn")))
    return TablesGame("gulbar", "Gulbar", options, choices, source=SOURCE, rated_turns=12)
