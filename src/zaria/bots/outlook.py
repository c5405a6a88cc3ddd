"""What a position promises: the chance to win it, and for how many points."""

import math

from zaria.bots import hit, pin, single
from zaria.bots.table import Counts, Table, pips
from zaria.games.tables.position import Position

STYLES = {"hit": hit.worth, "pin": pin.worth, "single": single.worth}
"""How to judge a table, by the kind of contact."""

_ROLL = 8.17
"""Pips in an average roll, doublets counted."""

_BLUR = {"hit": 0.4, "pin": 0.3, "single": 0.6}
"""How much each pip still to go blurs the judgement; fitted to 300 games of the plain player with itself."""


def chance(position: Position, side: int) -> float:
    """A rough chance (0 to 1) that `side` wins from here; the side on turn is to roll."""
    contact = position.game.options.contact
    table = Table.of(position, side)
    worth = STYLES[contact](table) + (_ROLL / 2 if position.turn == side else -_ROLL / 2)
    spread = 4.0 + _BLUR[contact] * min(pips(table.mine), pips(table.theirs))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, worth / spread))))


def likely_points(position: Position, winner: int) -> int:
    """The points that `winner` may expect, before the cube, if the game is played on and he wins it."""
    won, lost = position.counts(winner), position.counts(1 - winner)
    least = position.unavoidable(1 - winner)
    if lost[0]:
        return least
    turns = max(pips(won) / _ROLL, sum(won[1:]) / 2.2)
    contact = position.game.options.contact
    if contact != "single" and _turns_out_of(lost, 18) > turns:
        return max(least, 3)
    one_off = 0.0 if contact == "pin" else 1.0
    return max(least, 2 if _turns_out_of(lost, 6) + one_off > turns else 1)


def _turns_out_of(counts: Counts, last: int) -> float:
    """Turns until no checker is beyond point `last`."""
    return sum((point - last) * n for point, n in enumerate(counts) if point > last) / _ROLL
