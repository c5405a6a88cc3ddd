"""A game of draughts: options fixed under a name."""

from dataclasses import dataclass

from zaria.games.draughts import fen
from zaria.games.draughts.draws import Pieces
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.draughts.rules import DraughtsRules


@dataclass(frozen=True, slots=True)
class DraughtsGame(DraughtsRules):
    """One game of draughts; see `zaria.games.board_games.BoardGame`."""

    def start(self) -> DraughtsPosition:
        """The starting position."""
        squares, rows = self.options.squares, self.options.rows
        behind = int(self.options.orthogonal)  # rows that are empty behind the men
        dark, light = squares.rows(behind, rows), squares.rows(squares.size - behind - rows, rows)
        return DraughtsPosition(self, self.first, Pieces(light, 0, dark, 0))

    def parse(self, text: str) -> DraughtsPosition:
        """The position written in `text`, see `fen`; raises `InvalidPositionError`."""
        read = fen.read(self.options, text)
        return DraughtsPosition(self, read.turn, read.pieces, read.plies, read.tally, runs=read.runs)

    def first_position(self, text: str, side: int = 0) -> DraughtsPosition:
        """The position written in `text`, or the start where it is ""; the text says who moves."""
        return self.parse(text) if text else self.start()
