"""The history that some rules of tables games depend on."""

from collections.abc import Sequence
from typing import NamedTuple

from zaria.games.tables import board as boards
from zaria.games.tables.board import Board
from zaria.games.tables.options import TablesOptions
from zaria.games.tables.turn_duty import LADDER_ROLLS

_OPENINGS_KEPT = (21, 55, 62)
"""Opening rolls of the first player that the fivestars head list asks about."""


class RuleHistory(NamedTuple):
    """The history that the rules ask for; empty in most games. Sides are numbered as in the match.

    * opened: the first player's opening roll (62 for 6-2) while the second player's first turn depends on it;
    * rolls: how often each side has rolled, up to three, where the ladder comes with the fourth;
    * starter: who made the first turn of the game, where the other side then makes the last.
    """

    opened: int = 0
    rolls: tuple[int, int] | None = None
    starter: int | None = None

    def counting(self, side: int) -> "RuleHistory":
        """The same when this side has rolled once more."""
        if self.rolls is None:
            return self
        rolls = min(self.rolls[side] + 1, LADDER_ROLLS)
        return self._replace(rolls=(self.rolls[0], rolls) if side else (rolls, self.rolls[1]))

    def from_side(self, side: int) -> "RuleHistory":
        """The same with this side as side 0, and back."""
        if not side:
            return self
        rolls = None if self.rolls is None else (self.rolls[1], self.rolls[0])
        return RuleHistory(self.opened, rolls, None if self.starter is None else 1 - self.starter)

    def opening(self, options: TablesOptions, board: Board, dice: Sequence[int]) -> "RuleHistory":
        """The same once these dice are played from this board."""
        if options.head_list != "fivestars":
            return self
        opened = max(dice) * 10 + min(dice) if dice and board == boards.start(options) else 0
        if opened not in _OPENINGS_KEPT:
            opened = 0
        return self if opened == self.opened else self._replace(opened=opened)


NOTHING = RuleHistory()
