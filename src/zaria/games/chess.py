"""Chess as a Russian club plays it, with the moves from python-chess (GPL-3).

Source: the rules of a Russian site of board games. Pieces move as everywhere. A game is won by mate and
drawn by stalemate, by 50 moves of each side without a capture or a pawn's move, and where neither side has
enough material: kings only, or besides them one knight, or bishops that all stand on squares of one colour.
These draws come by themselves. Repeated positions are no draw unless the table agrees on `safety_draw`;
then one that comes for the third time is. Unlike in the rules of FIDE a time-out loses whatever the other
side has left (that is the match's business), and no other dead position ends a game.

Left open by the source and chosen here: bishops are counted over both sides together, and two positions are
the same when the same moves are legal in them, as FIDE has it.
"""

from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import chess
import msgspec

from zaria.games.board_games import DRAW, LIGHT, WIN, BoardMove, CommonRules, Counter
from zaria.games.protocols import Choices, IllegalTurnError, InvalidPositionError, Outcome

FIFTY = 50
"""Moves of each side without a capture or a pawn's move that draw."""
THIRD = 3
LONGEST = 200
"""Characters of a FEN; no sound one has as many."""
_LONGEST_SAN = 12


class ChessOptions(msgspec.Struct, frozen=True):
    """The rules of one table.

    * safety_draw: is a game drawn when a position comes for the third time?
    """

    safety_draw: bool = False


@dataclass(frozen=True, slots=True)
class ChessGame(CommonRules):
    """Chess with its options fixed; see `zaria.games.board_games.BoardGame`."""

    options: ChessOptions = field(default_factory=ChessOptions)
    id: str = "chess"
    title: str = "Chess"
    source: str = "Rules of a Russian club of board games"
    choices: Choices = (("safety_draw", (False, True)),)
    size: int = 8
    coordinates: str = "letters"
    first: int = LIGHT

    def start(self) -> "ChessPosition":
        """The starting position."""
        return ChessPosition(self, chess.STARTING_FEN)

    def library_board(self, fen: str) -> chess.Board:
        """A board of the rules library with a position; raises `ValueError` unless `fen` is one."""
        return chess.Board(fen)

    def parse(self, text: str) -> "ChessPosition":
        """The position written as FEN, the two numbers at its end optional; raises `InvalidPositionError`."""
        if len(text) > LONGEST:
            raise InvalidPositionError("that is too long for a FEN of chess")
        try:
            board = self.library_board(text.strip())
        except ValueError as error:
            raise InvalidPositionError(f"not a FEN of chess: {error}") from None
        status = board.status()
        for fault, why in _FAULTS.items():
            if status & fault:
                raise InvalidPositionError(why)
        for colour, name in ((chess.WHITE, "White"), (chess.BLACK, "Black")):
            if _promoted(board, colour) > 8 - len(board.pieces(chess.PAWN, colour)):
                raise InvalidPositionError(f"{name} has more pieces than its pawns can have become")
        return ChessPosition(self, board.fen())

    def first_position(self, text: str, side: int = 0) -> "ChessPosition":
        """The position written in `text`, or the start where it is ""; the text says who moves."""
        return self.parse(text) if text else self.start()


@dataclass(frozen=True)
class ChessPosition:
    """A position of chess; see `zaria.games.board_games.BoardPosition`.

    * fen: the position, an en passant square only where somebody may capture there;
    * past: positions since the last capture or pawn's move, kept with `safety_draw` only.
    """

    game: ChessGame
    fen: str
    past: tuple[str, ...] = ()

    @property
    def turn(self) -> int:
        """The side to move."""
        return int(self._board.turn == chess.BLACK)

    @property
    def plies(self) -> int:
        """Moves made by either side since the start, as the FEN numbers them."""
        return self._board.ply()

    def legal_moves(self) -> list[BoardMove]:
        """All legal moves, in the notation of UCI: e2e4, e1g1 (castling), e7e8q.

        In Chess960 a king castles onto its own rook: e1h1.
        """
        return list(self._board_moves)

    def move(self, text: str) -> "ChessPosition":
        """The position after the move, such as "e2e4" or "e7e8q"; raises `IllegalTurnError`."""
        return _moved(self, text)

    def notation(self, text: str) -> str:
        """The legal move in standard notation (SAN): Nf3, exd6, O-O, e8=Q+; raises `IllegalTurnError`."""
        # The library plays the move to see whether it checks; another thread may be looking at the board.
        return self._board.copy(stack=False).san(self._legal(text))

    def parse_move(self, word: str) -> str:
        """The legal move that `word` is in standard notation; raises `IllegalTurnError` with the reason."""
        try:
            move = self._board.parse_san(word) if len(word) <= _LONGEST_SAN else None
        except chess.AmbiguousMoveError:
            raise IllegalTurnError("ambiguous move") from None
        except chess.IllegalMoveError:
            raise IllegalTurnError("not a legal move") from None
        except chess.InvalidMoveError:
            raise IllegalTurnError("not a move") from None
        if not move:
            raise IllegalTurnError("not a move")
        return move.uci()

    def can_begin(self, side: int) -> bool:
        """True if a game can begin here: nobody has won. The text says who moves, so `side` is 0."""
        return side == 0 and self.outcome() is None

    def outcome(self) -> Outcome | None:
        """A win by mate, or a draw; see the module."""
        reason = self.reason()
        if not reason:
            return None
        return Outcome(1 - self.turn, 1, WIN) if reason == "mate" else DRAW

    def reason(self) -> str:
        """ "mate", "stalemate", "material", "fifty" or "repetition"; "" while the game goes on."""
        if not self._moves:
            return "mate" if self._board.is_check() else "stalemate"
        if _bare(self._board):
            return "material"
        if self._board.halfmove_clock >= 2 * FIFTY:
            return "fifty"
        return "repetition" if self._times() >= THIRD else ""

    def counters(self) -> tuple[Counter, ...]:
        """Moves of both sides without a capture or a pawn's move; repetitions where they draw."""
        quiet, times = self._board.halfmove_clock // 2, self._times()
        fifty = (Counter("fifty", quiet, FIFTY),) if quiet else ()
        return (*fifty, Counter("repetition", times, THIRD)) if times > 1 else fifty

    def board(self) -> str:
        """One character a square from a8, light pieces as capitals."""
        rows = self.fen.split(" ", 1)[0]
        return "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in rows)

    def to_text(self) -> str:
        """The FEN; `ChessGame.parse` reads it."""
        return self.fen

    def perft(self, depth: int, *, routes: bool = False) -> int:
        """Sequences of that many legal moves."""
        return _count(self._board.copy(stack=False), depth)

    def __getstate__(self) -> dict[str, object]:
        """The state of a copy: the rest would make a question to an engine thirty times as long."""
        return {"game": self.game, "fen": self.fen, "past": self.past}

    @cached_property
    def _board(self) -> chess.Board:
        """The position for the library; nobody changes it. A position that was moved to is given its own."""
        return self.game.library_board(self.fen)

    @cached_property
    def _moves(self) -> dict[str, chess.Move]:
        return {move.uci(): move for move in self._board.legal_moves}

    @cached_property
    def _board_moves(self) -> tuple[BoardMove, ...]:
        return tuple(sorted(self._board_move(move) for move in self._moves.values()))

    def _legal(self, text: str) -> chess.Move:
        move = self._moves.get(text)
        if move is None:
            raise IllegalTurnError(f"no legal move: {text[:20]!r}; write e2e4 or e7e8q")
        return move

    def _board_move(self, move: chess.Move) -> BoardMove:
        ends = chess.square_name(move.from_square), chess.square_name(move.to_square)
        captures: tuple[str, ...] = ()
        if self._board.is_en_passant(move):
            captures = (ends[1][0] + ends[0][1],)
        elif self._board.is_capture(move):
            captures = (ends[1],)
        return BoardMove(
            move.uci(), ends, captures, chess.piece_symbol(move.promotion) if move.promotion else ""
        )

    def _key(self) -> str:
        """The key of repetitions: all of the FEN but its numbers."""
        return self.fen.rsplit(" ", 2)[0]

    def _times(self) -> int:
        """Count the known occurrences of this position, this one included."""
        return 1 + self.past.count(self._key())


def game(*, safety_draw: bool = False) -> ChessGame:
    """Chess, with a draw by repetition if agreed on."""
    return ChessGame(ChessOptions(safety_draw))


_FAULTS = {
    chess.STATUS_NO_WHITE_KING: "White has no king",
    chess.STATUS_NO_BLACK_KING: "Black has no king",
    chess.STATUS_TOO_MANY_KINGS: "a side has one king only",
    chess.STATUS_PAWNS_ON_BACKRANK: "no pawn stands on the first or the last rank",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: "White has more than eight pawns",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: "Black has more than eight pawns",
    chess.STATUS_TOO_MANY_WHITE_PIECES: "White has more than sixteen pieces",
    chess.STATUS_TOO_MANY_BLACK_PIECES: "Black has more than sixteen pieces",
    chess.STATUS_OPPOSITE_CHECK: "the side that is not to move is in check",
    chess.STATUS_TOO_MANY_CHECKERS: "more than two pieces give check",
    chess.STATUS_IMPOSSIBLE_CHECK: "no move can have given this check",
    chess.STATUS_BAD_CASTLING_RIGHTS: "castling needs the king and the rook where they began",
    chess.STATUS_INVALID_EP_SQUARE: "no pawn can have passed the en passant square",
}


def _promoted(board: chess.Board, colour: chess.Color) -> int:
    """Return the least number of a side's pieces that were pawns."""
    bishops = board.pieces_mask(chess.BISHOP, colour)
    on_light = (bishops & chess.BB_LIGHT_SQUARES).bit_count()
    extra = max(0, on_light - 1) + max(0, bishops.bit_count() - on_light - 1)
    for kind, first in ((chess.QUEEN, 1), (chess.ROOK, 2), (chess.KNIGHT, 2)):
        extra += max(0, board.pieces_mask(kind, colour).bit_count() - first)
    return extra


@lru_cache(maxsize=256)
def _moved(position: ChessPosition, text: str) -> ChessPosition:
    """Return the position after a move: a command is checked with it and then executed.

    Kept here and not by the position: the start of a game would keep all that came of it.
    """
    board = position._board.copy(stack=False)
    board.push(position._legal(text))
    keeps_past = position.game.options.safety_draw and board.halfmove_clock
    after = ChessPosition(position.game, board.fen(), (*position.past, position._key()) if keeps_past else ())
    after.__dict__["_board"] = board
    return after


def _bare(board: chess.Board) -> bool:
    """Has neither side enough to mate, by the club's list?"""
    if board.pawns | board.rooks | board.queens:
        return False
    if board.knights:
        return board.knights.bit_count() == 1 and not board.bishops
    return not board.bishops & chess.BB_LIGHT_SQUARES or not board.bishops & chess.BB_DARK_SQUARES


def _count(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _count(board, depth - 1)
        board.pop()
    return total
