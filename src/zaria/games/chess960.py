"""Chess960, Fischer's chess: the pieces of the first rank stand in one of 960 orders.

Source: FIDE's guidelines for Chess960. Both sides have the same first rank, their bishops on squares of both
colours and their king between the rooks. The orders are numbered from 0 to 959 as everywhere; 518 is that of
chess. A king that castles stands on the c- or g-file afterwards and its rook beside it on the d- or f-file,
wherever they began; every square that either crosses or reaches is free but for these two, and none from the
king's to its goal is attacked. Everything else is chess as `zaria.games.chess` has it, its draws too.

The table agrees on a number, or one is drawn when the game begins. A move of castling is written as king
takes own rook, such as e1h1, since e1g1 may be a move of the king alone.
"""

from dataclasses import dataclass, field

import chess

from zaria.games.board_games import BoardPosition
from zaria.games.chess import ChessGame, ChessOptions, ChessPosition
from zaria.games.protocols import Choices, InvalidPositionError

STARTS = 960
"""The number of starting positions."""
USUAL_START = 518
"""The number of the starting position of chess."""
DRAWN = "drawn"
"""The value of `start_number` where a number is drawn."""


class Chess960Options(ChessOptions, frozen=True):
    """The rules of one table.

    * start_number: the number of the starting position, or `DRAWN`.
    """

    start_number: str | int = DRAWN


@dataclass(frozen=True, slots=True)
class Chess960Game(ChessGame):
    """Chess960 with its options fixed; see `zaria.games.board_games.BoardGame`."""

    options: Chess960Options = field(default_factory=Chess960Options)
    id: str = "chess960"
    title: str = "Chess960"
    source: str = "FIDE guidelines for Chess960"
    choices: Choices = (("start_number", (DRAWN, *range(STARTS))), ("safety_draw", (False, True)))

    def start(self) -> ChessPosition:
        """The starting position: that of chess where the number is drawn only when the game begins."""
        number = self.options.start_number
        return _start(self, number if isinstance(number, int) else USUAL_START)

    def library_board(self, fen: str) -> chess.Board:
        """A board of the rules library with a position, whose FEN may be Shredder's: HAha for KQkq."""
        return chess.Board(fen, chess960=True)

    @property
    def drawn_starts(self) -> int:
        """The number of starting positions from which one is drawn: 960, or 0 where one is agreed on."""
        return STARTS if self.options.start_number == DRAWN else 0

    def drawn_start(self, number: int) -> ChessPosition:
        """The starting position with this number; raises `InvalidPositionError` for no such number."""
        if not 0 <= number < self.drawn_starts:
            raise InvalidPositionError(f"no starting position of this table has the number {number}")
        return _start(self, number)


def game(*, safety_draw: bool = False, start_number: str | int = DRAWN) -> Chess960Game:
    """Chess960 from a starting position, or from one that is drawn."""
    return Chess960Game(Chess960Options(safety_draw, start_number))


def start_number_of(position: BoardPosition) -> int | None:
    """Return the number of a starting position of chess, None for any other position."""
    return chess.Board(position.to_text(), chess960=True).chess960_pos()


def _start(game: Chess960Game, number: int) -> ChessPosition:
    return ChessPosition(game, chess.Board.from_chess960_pos(number).fen())
