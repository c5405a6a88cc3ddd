"""A tables game: options fixed under a name."""

from dataclasses import dataclass

from zaria.games.tables import board, text
from zaria.games.tables.position import Position
from zaria.games.tables.rule_history import RuleHistory
from zaria.games.tables.rules import TablesRules


@dataclass(frozen=True, slots=True)
class TablesGame(TablesRules):
    """One game of the tables family; see `zaria.games.protocols.DiceGame`."""

    def start(self, side: int = 0) -> Position:
        """The starting position with `side` on roll."""
        past = RuleHistory(
            rolls=(0, 0) if self.options.ladder_from_roll > 1 else None,
            starter=side if self.options.paritet else None,
        )
        return Position(self, side, board.start(self.options), past)

    def parse(self, source: str, turn: int = 0) -> Position:
        """The position written in `source`, with side `turn` on roll; raises `InvalidPositionError`.

        Read are our own text (see `tables.text`), and for games of hitting the 26 characters of an XGID board
        (capitals are the side on roll) and a 14-character gnubg Position ID.
        """
        board, past, duty = text.read(self.options, source)
        return Position(self, turn, board, past.from_side(turn), duty)

    def first_position(self, text: str, side: int = 0) -> Position:
        """The position written in `text`, or the start where it is "", with `side` on roll."""
        return self.parse(text, side) if text else self.start(side)
