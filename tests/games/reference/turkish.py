"""The moves of Turkish draughts found the slow way: pieces on coordinates, one rule after the other.

Written apart from the product, from the second rulebook (B6), and shares nothing with it.
"""

from tests.games.reference.draughts import Capture, Move, Pieces, Square, most

SIZE = 8
STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))


def moves(pieces: Pieces, turn: int) -> set[Move]:
    """All legal moves of a side."""
    squares = [square for square, piece in pieces.items() if piece.lower() == "wb"[turn]]
    captures = [capture for square in squares for capture in finished(pieces, turn, square)]
    if not captures:
        return {move for square in squares for move in quiet(pieces, turn, square)}
    return {
        Move(
            capture.path[0],
            capture.path[-1],
            frozenset(capture.taken),
            not capture.king and capture.path[-1][0] == last_row(turn),
        )
        for capture in most(captures)
    }


def quiet(pieces: Pieces, turn: int, src: Square) -> list[Move]:
    king = pieces[src].isupper()
    quiet_moves = []
    for direction in ways(turn, king=king):
        for dst in ray(src, direction):
            if dst in pieces:
                break
            quiet_moves.append(Move(src, dst, frozenset(), not king and dst[0] == last_row(turn)))
            if not king:
                break
    return quiet_moves


def finished(pieces: Pieces, turn: int, src: Square) -> list[Capture]:
    """All captures of a piece, whether they could go on or not: only the longest matter."""
    whole: list[Capture] = []
    open_ones = [Capture((src,), (), pieces[src].isupper())]
    while open_ones:
        capture = open_ones.pop()
        further = longer(pieces, turn, capture)
        whole += further
        open_ones += further
    return whole


def longer(pieces: Pieces, turn: int, capture: Capture) -> list[Capture]:
    """The captures with one piece more."""
    src, at = capture.path[0], capture.path[-1]
    board = {square: p for square, p in pieces.items() if square != src and square not in capture.taken}
    captures = []
    for direction in ways(turn, king=capture.king):
        if len(capture.path) > 1 and turns_round(capture.path[-2], at, direction):
            continue
        line = ray(at, direction)
        met = next((index for index, square in enumerate(line) if square in board), len(line))
        if met == len(line) or (met > 0 and not capture.king) or board[line[met]].lower() == "wb"[turn]:
            continue
        for land in line[met + 1 :]:
            if land in board:
                break
            captures.append(Capture((*capture.path, land), (*capture.taken, line[met]), capture.king))
            if not capture.king:
                break
    return captures


def turns_round(before: Square, at: Square, direction: Square) -> bool:
    """Does a way go back where the piece came from?"""
    row, column = before[0] - at[0], before[1] - at[1]
    return direction == ((row > 0) - (row < 0), (column > 0) - (column < 0))


def ways(turn: int, *, king: bool) -> list[Square]:
    backwards = (-1, 0) if turn else (1, 0)
    return [direction for direction in STRAIGHT if king or direction != backwards]


def ray(src: Square, direction: Square) -> list[Square]:
    squares = []
    row, column = src[0] + direction[0], src[1] + direction[1]
    while 0 <= row < SIZE and 0 <= column < SIZE:
        squares.append((row, column))
        row, column = row + direction[0], column + direction[1]
    return squares


def last_row(turn: int) -> int:
    return SIZE - 1 if turn else 0
