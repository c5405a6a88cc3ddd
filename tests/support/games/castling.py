"""Castling in positions of Chess960."""

from zaria.games.chess import ChessPosition


def castling_of(position: ChessPosition) -> set[str]:
    """The legal moves in which a king goes onto its own rook."""
    squares = {
        f"{'abcdefgh'[n % 8]}{8 - n // 8}": piece for n, piece in enumerate(position.board().replace("/", ""))
    }
    king_and_rook = "KR" if position.turn == 0 else "kr"
    return {
        way.move
        for way in position.legal_moves()
        if squares[way.path[0]] + squares[way.path[-1]] == king_and_rook
    }
