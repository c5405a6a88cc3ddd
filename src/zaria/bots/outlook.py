"""What a position promises: the chance to win it, and for how many points."""

import math

from zaria.bots import hit, pin, single
from zaria.bots.table import Counts, Table, pips
from zaria.games.tables.position import Position

STYLES = {"hit": hit.worth, "pin": pin.worth, "single": single.worth}
"""How to judge a table, by the kind of contact."""

_ROLL = 8.17  # pips in an average roll, doublets counted


def chance(position: Position, side: int) -> float:
    """A rough chance (0 to 1) that `side` wins from here; the side on turn is to roll."""
    table = Table.of(position, side)
    worth = STYLES[position.game.options.contact](table)
    worth += _ROLL / 2 if position.turn == side else -_ROLL / 2
    spread = 6.0 + 0.22 * min(pips(table.mine), pips(table.theirs))
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, worth / spread))))


def likely_points(position: Position, winner: int) -> int:
    """The points that `winner` may expect from the other side if he wins: 1, 2 or 3."""
    won, lost = position.counts(winner), position.counts(1 - winner)
    turns = max(pips(won) / _ROLL, sum(won[1:]) / 2.2)
    floor = position.unavoidable(1 - winner)
    if lost[0] or floor == 3:
        return floor
    if position.game.options.contact != "single" and _turns_out_of(lost, 18, 0) > turns:
        return 3
    bear_off = 1.0 if position.game.options.contact != "pin" else 0.0
    return max(floor, 2 if _turns_out_of(lost, 6, bear_off) > turns else 1)


def _turns_out_of(counts: Counts, last: int, extra: float) -> float:
    """Turns until no checker is beyond point `last`, and `extra` more."""
    return sum((point - last) * n for point, n in enumerate(counts) if point > last) / _ROLL + extra
