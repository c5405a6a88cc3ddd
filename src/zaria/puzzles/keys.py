"""Keys of boards: equal for positions that are one but for the colours."""

from zaria.games.board_games import BoardPosition
from zaria.games.registry import CHESS_GAMES


def board_key(position: BoardPosition) -> str:
    """Return the squares as the side to move sees them, its own pieces in the letters of light.

    Draughts and ugolki are turned round for dark, chess is mirrored. In chess, what may be castled and taken
    in passing follows.
    """
    is_chess = position.game.id in CHESS_GAMES
    board = position.board()
    rows = board.split("/")
    if position.turn == 1 and is_chess:
        board = "/".join(reversed(rows)).swapcase()
    elif position.turn == 1:
        board = "/".join(row[::-1] for row in reversed(rows)).translate(_OTHER_COLOUR)
    if not is_chess:
        return board
    _, _, castling, passing, *_ = position.to_text().split()
    if position.turn == 1:
        castling = "".join(sorted(castling.swapcase()))
        passing = passing[0] + str(9 - int(passing[1])) if passing != "-" else passing
    return f"{board} {castling} {passing}"


_OTHER_COLOUR = str.maketrans("wWbB", "bBwW")
