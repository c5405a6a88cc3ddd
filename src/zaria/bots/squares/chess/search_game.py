"""Chess for the search: material and where the pieces stand."""

from collections.abc import Hashable

import chess

from zaria.bots.squares.alphabeta import WON
from zaria.bots.squares.chess.evaluation import taken_piece
from zaria.games.chess import FIFTY, ChessPosition

WORTH = {
    chess.PAWN: 100,
    chess.KNIGHT: 310,
    chess.BISHOP: 325,
    chess.ROOK: 500,
    chess.QUEEN: 950,
    chess.KING: 0,
}
_FEW = 1600
"""Material of pieces, per side, below which kings come out."""
_HIGH = 10_000


class ChessSearchGame:
    """Chess; see `alphabeta.SearchGame`. A state is a board that nobody changes."""

    def state(self, position: ChessPosition) -> chess.Board:
        """The position for the search."""
        return position.game.library_board(position.fen)

    def key(self, state: chess.Board) -> Hashable:
        """Men, the side to move and its rights."""
        return (
            state.pawns, state.knights, state.bishops, state.rooks, state.queens, state.kings,
            state.occupied_co[chess.WHITE], state.turn, state.castling_rights, state.ep_square,
        )  # fmt: skip

    def ended(self, state: chess.Board) -> int | None:
        """Drawn by fifty moves, or where two bare kings are left."""
        return 0 if state.halfmove_clock >= 2 * FIFTY or state.occupied == state.kings else None

    def moves(self, state: chess.Board) -> list[chess.Move]:
        """All moves: good captures first, then those to better squares."""
        return sorted(state.legal_moves, key=lambda move: -_promise(state, move))

    def after(self, state: chess.Board, move: chess.Move) -> chess.Board:
        """The position after a move."""
        board = state.copy(stack=False)
        board.push(move)
        return board

    def stuck(self, state: chess.Board) -> int:
        """Mate or stalemate."""
        return -WON if state.is_check() else 0

    def loud(self, state: chess.Board) -> tuple[bool, list[chess.Move]]:
        """Captures that do not plainly lose material; in check every way out of it."""
        if state.is_check():
            return True, self.moves(state)
        captures = [move for move in state.generate_legal_captures() if _pays(state, move)]
        captures.sort(key=lambda move: -_promise(state, move))
        return False, captures

    def value(self, state: chess.Board) -> int:
        """Material and squares, and a bare king driven to the edge."""
        light = _side(state, chess.WHITE)
        dark = _side(state, chess.BLACK)
        value = light - dark + _drive(state, light - dark)
        return value if state.turn else -value


def _side(board: chess.Board, colour: chess.Color) -> int:
    """The material and position of a side."""
    own_pieces, other_pieces = board.occupied_co[colour], board.occupied_co[not colour]
    heavy = other_pieces & ~board.pawns & ~board.kings
    out = sum(WORTH[kind] * (heavy & _mask(board, kind)).bit_count() for kind in _PIECES) < _FEW
    squares = _SQUARES[colour]
    value = sum(
        [
            squares[kind][square]
            for kind in (chess.PAWN, *_PIECES)
            for square in chess.scan_forward(own_pieces & _mask(board, kind))
        ]
    )
    king = (own_pieces & board.kings).bit_length() - 1
    return value + (_KING_OUT[king] if out else _KING_HOME[colour][king])


def _mask(board: chess.Board, kind: chess.PieceType) -> int:
    return (0, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)[kind]


def _drive(board: chess.Board, value: int) -> int:
    """For the side well ahead: the other's bare king near the edge, the own near it."""
    loser = value < 0
    if abs(value) < WORTH[chess.ROOK] - 50 or board.occupied_co[loser] & ~board.kings:
        return 0
    hunted, hunter = board.king(loser), board.king(not loser)
    assert hunted is not None
    assert hunter is not None
    bonus = 12 * _OFF_CENTRE[hunted] - 5 * chess.square_manhattan_distance(hunted, hunter)
    return -bonus if loser else bonus


def _promise(board: chess.Board, move: chess.Move) -> int:
    """Return how soon to look at a move."""
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    taken = taken_piece(board, move)
    promise = WORTH[move.promotion] if move.promotion else 0
    if taken is not None:
        return _HIGH + promise + 10 * WORTH[taken] - WORTH[kind]
    if promise:
        return _HIGH + promise
    squares = _SQUARES[board.turn].get(kind)
    return squares[move.to_square] - squares[move.from_square] if squares else 0


def _pays(board: chess.Board, move: chess.Move) -> bool:
    """Is what is taken worth the taker, or is it not guarded?"""
    taken = board.piece_type_at(move.to_square) or chess.PAWN
    kind = board.piece_type_at(move.from_square)
    assert kind is not None
    return WORTH[taken] >= WORTH[kind] or not board.is_attacked_by(not board.turn, move.to_square)


_PIECES = (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)

_OFF_CENTRE = [
    max(3 - chess.square_file(square), chess.square_file(square) - 4)
    + max(3 - chess.square_rank(square), chess.square_rank(square) - 4)
    for square in chess.SQUARES
]
"""Steps from the four squares of the middle, 0 to 6."""


def _pawn(square: chess.Square) -> int:
    """A light pawn: forward, and into the middle."""
    rank, file = chess.square_rank(square), chess.square_file(square)
    centre = 8 if file in (3, 4) else 4 if file in (2, 5) else 0
    return 2 * (rank - 1) ** 2 + (centre * min(rank - 1, 2))


def _piece(kind: chess.PieceType, square: chess.Square) -> int:
    """A light piece: near the middle, off the first rank, rooks on the seventh."""
    rank = chess.square_rank(square)
    if kind == chess.ROOK:
        return 15 * (rank == 6) - 2 * abs(chess.square_file(square) * 2 - 7) // 4
    near = {chess.KNIGHT: 8, chess.BISHOP: 4, chess.QUEEN: 2}[kind]
    return near * (3 - _OFF_CENTRE[square]) - 8 * (rank == 0 and kind != chess.QUEEN)


def _tables() -> dict[chess.PieceType, list[int]]:
    """The value of each light piece on each square."""
    tables = {chess.PAWN: [100 + _pawn(square) for square in chess.SQUARES]}
    for kind in _PIECES:
        tables[kind] = [WORTH[kind] + _piece(kind, square) for square in chess.SQUARES]
    return tables


def _mirrored(table: list[int]) -> list[int]:
    return [table[square ^ 56] for square in chess.SQUARES]


_KING_OUT = [-8 * off for off in _OFF_CENTRE]
_HOME = [
    -25 * chess.square_rank(square) + (20 if chess.square_file(square) in (1, 2, 6) else 0)
    for square in chess.SQUARES
]
_KING_HOME = {chess.WHITE: _HOME, chess.BLACK: _mirrored(_HOME)}
_LIGHT = _tables()
_SQUARES = {chess.WHITE: _LIGHT, chess.BLACK: {kind: _mirrored(table) for kind, table in _LIGHT.items()}}
