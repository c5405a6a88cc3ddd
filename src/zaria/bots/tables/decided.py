"""The least chance with which a side wins a race, computed: what cannot be disputed, not what a net says."""

from collections.abc import Sequence

from zaria.bots.tables import rules
from zaria.bots.tables.bearoff import BearOff
from zaria.bots.tables.race import RaceTable
from zaria.games.protocols import Position
from zaria.games.tables.board import HOME, OFF
from zaria.games.tables.position import Position as Table

MOST_PLAYS = 2_000
"""Turns of the other side that are looked through; with more the least chance is 0."""


def least_chance(position: Position, side: int) -> float:
    """Return a chance that `side` has at least to win, with the other side to roll or to play its roll.

    It is the exact one where both bear off. A side that is not home yet counts as if its checkers outside
    stood on its highest point there: it can only be slower. 0 where nothing can be computed: `side` is not
    home, the sides can still meet, a checker is pinned, who finishes loses, or the last turn is the other's.
    """
    ended = position.outcome()
    if ended is not None:
        return float(ended.winner == side)
    if not isinstance(position, Table):
        chance = RaceTable().chances(position).win
        return chance if position.turn == side else 1 - chance
    table = rules.bear_off(position.game)
    if table is None or position.past.starter == side or not _bears_off(position, side):
        return 0.0
    plays = [MOST_PLAYS]
    return _least(table, position, side, plays)


def _least(table: BearOff, position: Table, side: int, plays: list[int]) -> float:
    """As `least_chance`; `plays` has the turns that may still be looked through."""
    ended = position.outcome()
    if ended is not None:
        return float(ended.winner == side)
    if position.duty is None:
        ahead, behind = (_number(table, position.counts(player)) for player in (side, 1 - side))
        return table.wins(ahead, behind) if position.turn == side else 1 - table.wins(behind, ahead)
    turns = position.turns()
    plays[0] -= len(turns)
    if plays[0] < 0 or position.turn == side:
        return 0.0
    return min(_least(table, position.play(turn), side, plays) for turn in turns)


def _bears_off(position: Table, side: int) -> bool:
    """Are all checkers of `side` home, and none of either side in the way of another?"""
    home = sum(position.counts(side)[: HOME + 1]) == sum(position.counts(side))
    return home and position.is_race() and not position.pinned(0) and not position.pinned(1)


def _number(table: BearOff, counts: Sequence[int]) -> int:
    """The number of a side's checkers in the table, those outside on the highest point of its home."""
    points = list(counts[OFF + 1 : HOME + 1])
    points[-1] += sum(counts[HOME + 1 :])
    return table.number(*points)
