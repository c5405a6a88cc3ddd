"""Short nardy: the game of hitting by the widespread Russian rules.

Source: the Russian rules of nardy (a scanned booklet). Set-up, hits, bar and bearing off are those of
tabla, the opening dice are the first roll. A win counts 1 when the loser has borne off a checker, 2 (mars)
when not, 3 (koks) when besides one is on the bar or in the winner's home.

A checker which hit in its own home is not borne off in that turn, "nor the pair, even with a doublet": nor is
any other from the point where it hit (`hit_then_off_ban`). A table may agree that this holds for the checker
alone that hit, or, as in the international rules, that there is no such ban. It may also agree that a checker
which hit in its own home does not end that turn upon another one there: it is not to "hit and hide"
(`caucasus`). It may be covered by another, run on to an empty point, or, where it may be borne off at all, be
borne off where nothing else uses as much of the roll.

Left open by the source and chosen here: of the checkers on a point the last to come is the first to go, so
that it is always known which of them has hit. The ban of the whole point is the stricter one and holds beside
the caucasus; that of the checker alone yields where else less of the roll could be played. The next game of a
match is begun by its winner.
"""

from zaria.games.tables.game import TablesGame
from zaria.games.tables.options import TablesOptions

_BANS = {True: "point", False: "off", "checker": "checker"}


def game(*, caucasus: bool = False, hit_then_off_ban: bool | str = True) -> TablesGame:
    """Short nardy; `caucasus` forbids to hit and hide, `hit_then_off_ban` to hit and bear off."""
    options = TablesOptions(caucasus=caucasus, hit_then_off_ban=_BANS[hit_then_off_ban])
    choices = (("caucasus", (False, True)), ("hit_then_off_ban", (True, False, "checker")))
    return TablesGame("short-nardy", "Short nardy", options, choices, source=SOURCE)


SOURCE = "Russian rules of nardy (booklet)"
"""The source of the rules of nardy."""
