"""Static evaluation of chess, in hundredths of a pawn; the numbers are our own.

What each piece is worth on its square is summed up move by move, for the opening and for the ending, and
mixed by the pieces left. Pawns and the shield of a king are judged once for each formation and remembered.
"""

from functools import lru_cache
from typing import NamedTuple

import chess

PHASE = {chess.PAWN: 0, chess.KNIGHT: 1, chess.BISHOP: 1, chess.ROOK: 2, chess.QUEEN: 4, chess.KING: 0}
FULL = 24
"""The phase with all pieces on the board."""
WORTH = {
    chess.PAWN: (88, 112),
    chess.KNIGHT: (325, 300),
    chess.BISHOP: (335, 318),
    chess.ROOK: (480, 535),
    chess.QUEEN: (970, 980),
    chess.KING: (0, 0),
}
"""In the opening and in the ending."""
PAIR = (28, 42)
"""Two bishops."""
OPEN, HALF_OPEN = 20, 9
"""A rook on a file without pawns, without own pawns."""
PASSED = ((0, 0), (3, 9), (5, 13), (11, 27), (24, 52), (46, 92), (75, 145), (0, 0))
"""A passed pawn by its rank."""
ISOLATED, DOUBLED = (-10, -14), (-8, -19)
SHIELD = (11, 6)
"""A pawn one and two ranks before a king at home, on its file or beside."""
BARE = -16
"""Such a file without one."""
TEMPO = 10


class PhaseBalance(NamedTuple):
    """Light's worth less dark's in the opening and in the ending, and the phase."""

    opening: int
    ending: int
    phase: int

    def after(self, board: chess.Board, move: chess.Move) -> "PhaseBalance":
        """Return what a legal move of the board makes of it."""
        colour, kind = board.turn, board.piece_type_at(move.from_square)
        assert kind is not None
        opening, ending, phase = self
        tables = TABLES[colour]
        if kind == chess.KING and board.is_castling(move):
            return self._after_castling(board, move)
        becomes = move.promotion or kind
        origin, target = tables[kind][move.from_square], tables[becomes][move.to_square]
        more, later = target[0] - origin[0], target[1] - origin[1]
        if move.promotion:
            phase += PHASE[move.promotion]
        taken, where = board.piece_type_at(move.to_square), move.to_square
        if kind == chess.PAWN and taken is None and move.to_square == board.ep_square:
            taken, where = chess.PAWN, move.to_square + (-8 if colour else 8)
        if taken is not None:
            lost = TABLES[not colour][taken][where]
            more, later, phase = more + lost[0], later + lost[1], phase - PHASE[taken]
        if not colour:
            more, later = -more, -later
        return PhaseBalance(opening + more, ending + later, phase)

    def _after_castling(self, board: chess.Board, move: chess.Move) -> "PhaseBalance":
        """Return what castling makes of it: king and rook stand where they always do then."""
        king, rook = TABLES[board.turn][chess.KING], TABLES[board.turn][chess.ROOK]
        goal = castling_goal(board, move)
        corner, beside = _ROOKS[goal]
        if board.chess960:
            corner = move.to_square
        more, later = (
            king[goal][part] - king[move.from_square][part] + rook[beside][part] - rook[corner][part]
            for part in (0, 1)
        )
        if not board.turn:
            more, later = -more, -later
        return PhaseBalance(self.opening + more, self.ending + later, self.phase)


def castling_goal(board: chess.Board, move: chess.Move) -> chess.Square:
    """Return where the king stands after a move of castling, which in Chess960 names its rook."""
    return chess.square(6 if board.is_kingside_castling(move) else 2, chess.square_rank(move.from_square))


def taken_piece(board: chess.Board, move: chess.Move) -> chess.PieceType | None:
    """Return the kind of the piece on the square where a move ends, unless the king castles with it."""
    taken = board.piece_type_at(move.to_square)
    return None if taken == chess.ROOK and board.color_at(move.to_square) == board.turn else taken


def balance(board: chess.Board) -> PhaseBalance:
    """The balance of a position, computed from scratch."""
    opening = ending = phase = 0
    for square, piece in board.piece_map().items():
        worth, sign = TABLES[piece.color][piece.piece_type][square], 1 if piece.color else -1
        opening, ending = opening + sign * worth[0], ending + sign * worth[1]
        phase += PHASE[piece.piece_type]
    return PhaseBalance(opening, ending, phase)


def evaluate(board: chess.Board, balance: PhaseBalance) -> int:
    """The evaluation for the side to move."""
    light, dark = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
    light_pawns, dark_pawns = board.pawns & light, board.pawns & dark
    opening, ending, phase = balance
    more, later = _pawns(light_pawns, dark_pawns)
    opening, ending = opening + more, ending + later
    for pieces, own_pawns, other_pawns, sign in (
        (light, light_pawns, dark_pawns, 1),
        (dark, dark_pawns, light_pawns, -1),
    ):
        if (board.bishops & pieces).bit_count() > 1:
            opening, ending = opening + sign * PAIR[0], ending + sign * PAIR[1]
        rooks = board.rooks & pieces
        if rooks:
            files = sign * _on_files(rooks, own_pawns, other_pawns)
            opening, ending = opening + files, ending + files // 2
    if phase > FULL // 3:
        opening += _shield(light_pawns, board.kings & light, True) - _shield(
            dark_pawns, board.kings & dark, False
        )
    phase = min(phase, FULL)
    value = opening * phase + ending * (FULL - phase)
    value = (value if board.turn else -value) // FULL
    return TEMPO + (value if board.pawns else _without_pawns(board, value))


def _on_files(rooks: int, own_pawns: int, other_pawns: int) -> int:
    value = 0
    for square in chess.scan_forward(rooks):
        file = chess.BB_FILES[square & 7]
        if not own_pawns & file:
            value += HALF_OPEN if other_pawns & file else OPEN
    return value


def _without_pawns(board: chess.Board, value: int) -> int:
    """With no pawns less than a rook ahead wins nothing; more drives the bare king to the edge."""
    if abs(value) < 420:
        return value // 8
    loser = board.turn if value < 0 else not board.turn
    if board.occupied_co[loser] & ~board.kings:
        return value
    hunted, hunter = board.king(loser), board.king(not loser)
    assert hunted is not None
    assert hunter is not None
    # Where its men stand best otherwise is of no concern now: only the two kings matter.
    apart = 4 * chess.square_manhattan_distance(hunted, hunter) + 10 * chess.square_distance(hunted, hunter)
    drive = 500 + 10 * off_centre(hunted) - apart
    worth = WORTH[chess.ROOK][1] * (board.rooks | board.queens).bit_count() + drive
    return -worth if value < 0 else worth


@lru_cache(maxsize=1 << 14)
def _pawns(light: int, dark: int) -> tuple[int, int]:
    """The difference of the pawn structures, beyond the values of squares."""
    light_formation, dark_formation = _formation(light, dark, True), _formation(dark, light, False)
    return light_formation[0] - dark_formation[0], light_formation[1] - dark_formation[1]


def _formation(own_pawns: int, other_pawns: int, colour: chess.Color) -> tuple[int, int]:
    opening = ending = 0
    for square in chess.scan_forward(own_pawns):
        file, rank = square & 7, square >> 3
        ahead = _AHEAD[colour][square]
        beside = _BESIDE[file]
        if (
            not other_pawns & ahead & (beside | chess.BB_FILES[file])
            and not own_pawns & ahead & chess.BB_FILES[file]
        ):
            bonus = PASSED[rank if colour else 7 - rank]
            opening, ending = opening + bonus[0], ending + bonus[1]
        if not own_pawns & beside:
            opening, ending = opening + ISOLATED[0], ending + ISOLATED[1]
        if own_pawns & ahead & chess.BB_FILES[file]:
            opening, ending = opening + DOUBLED[0], ending + DOUBLED[1]
    return opening, ending


@lru_cache(maxsize=1 << 14)
def _shield(pawns: int, king: int, colour: chess.Color) -> int:
    """The pawn shield of a king on its first two ranks."""
    square = king.bit_length() - 1
    rank = square >> 3 if colour else 7 - (square >> 3)
    if rank > 1:
        return 0
    value = 0
    for file in range(max(0, (square & 7) - 1), min(7, (square & 7) + 1) + 1):
        steps = [square >> 3 for square in chess.scan_forward(pawns & chess.BB_FILES[file])]
        before = [step - rank if colour else 7 - step - rank for step in steps]
        near = min((step for step in before if step > 0), default=0)
        value += BARE if near == 0 else SHIELD[near - 1] if near < 3 else 0
    return value


def off_centre(square: chess.Square) -> int:
    """Steps from the four squares of the middle, 0 to 6."""
    file, rank = square & 7, square >> 3
    return max(3 - file, file - 4) + max(3 - rank, rank - 4)


def _pawn(square: chess.Square) -> tuple[int, int]:
    file, rank = square & 7, square >> 3
    middle = (0, 0, 3, 10, 10, 3, 0, 0)[file]
    opening = (
        (0, 0, 1, 6, 12, 22, 36, 0)[rank]
        + middle * (rank in (2, 3, 4))
        - (14 if middle == 10 and rank == 1 else 0)
    )
    return opening - (6 if file in (0, 7) else 0), (0, 0, 3, 9, 20, 38, 62, 0)[rank]


def _knight(square: chess.Square) -> tuple[int, int]:
    off = off_centre(square)
    return 17 - 8 * off - 7 * (square < 8), 12 - 7 * off


def _bishop(square: chess.Square) -> tuple[int, int]:
    off = off_centre(square)
    on_long = 5 if (square & 7) in (square >> 3, 7 - (square >> 3)) else 0
    return 10 - 4 * off - 9 * (square < 8) + on_long, 8 - 3 * off


def _rook(square: chess.Square) -> tuple[int, int]:
    file, rank = square & 7, square >> 3
    return (0, 1, 4, 7, 7, 4, 1, 0)[file] + 17 * (rank == 6), 12 * (rank == 6) + 3 * (rank > 3)


def _queen(square: chess.Square) -> tuple[int, int]:
    off = off_centre(square)
    return 4 - 2 * off - 5 * (square >> 3 in (2, 3)), 15 - 6 * off


def _king(square: chess.Square) -> tuple[int, int]:
    file, rank = square & 7, square >> 3
    home = (20, 30, 12, -6, -2, -8, 32, 20)[file]
    return (home if rank == 0 else home // 3 - 24 * rank), 26 - 11 * off_centre(square)


_MAKERS = {
    chess.PAWN: _pawn,
    chess.KNIGHT: _knight,
    chess.BISHOP: _bishop,
    chess.ROOK: _rook,
    chess.QUEEN: _queen,
    chess.KING: _king,
}


def _table(kind: chess.PieceType) -> list[tuple[int, int]]:
    opening, ending = WORTH[kind]
    places = [_MAKERS[kind](square) for square in chess.SQUARES]
    return [(opening + place[0], ending + place[1]) for place in places]


_LIGHT = {kind: _table(kind) for kind in chess.PIECE_TYPES}
TABLES = {
    chess.WHITE: _LIGHT,
    chess.BLACK: {kind: [table[square ^ 56] for square in chess.SQUARES] for kind, table in _LIGHT.items()},
}
"""By colour, kind and square: the worth in the opening and in the ending."""
_ROOKS = {
    chess.G1: (chess.H1, chess.F1),
    chess.C1: (chess.A1, chess.D1),
    chess.G8: (chess.H8, chess.F8),
    chess.C8: (chess.A8, chess.D8),
}
"""Squares of the castling rook before and after, by the king's target square."""
_BESIDE = [
    (chess.BB_FILES[file - 1] if file else 0) | (chess.BB_FILES[file + 1] if file < 7 else 0)
    for file in range(8)
]
_AHEAD = {
    chess.WHITE: [chess.BB_ALL & ~((1 << 8 * ((square >> 3) + 1)) - 1) for square in chess.SQUARES],
    chess.BLACK: [(1 << 8 * (square >> 3)) - 1 for square in chess.SQUARES],
}
"""The ranks before a square."""
