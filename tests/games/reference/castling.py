"""Castling in Chess960 written from its rules alone, square by square: slow, and it shares no code."""

from collections.abc import Iterator

Squares = dict[tuple[int, int], str]
"""Pieces by file and rank, both from 0."""

_KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
_SLANTING = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def castling_moves(fen: str) -> set[str]:
    """Return the moves of castling that are legal in a position: the king's square and its rook's."""
    placed, turn, rights, *_ = fen.split()
    squares = dict(_squares(placed))
    rank, king, rook = (0, "K", "R") if turn == "w" else (7, "k", "r")
    own_rights = [right for right in rights if right != "-" and right.isupper() == (turn == "w")]
    king_file = next((file for (file, row), piece in squares.items() if (piece, row) == (king, rank)), None)
    if king_file is None:
        return set()
    files = [_rook_file(squares, right, rank, king_file, rook) for right in own_rights]
    return {
        f"{_name(king_file, rank)}{_name(file, rank)}"
        for file in files
        if _may_castle(squares, rank, king_file, file)
    }


def _squares(placed: str) -> Iterator[tuple[tuple[int, int], str]]:
    for row, line in enumerate(placed.split("/")):
        file = 0
        for letter in line:
            if letter.isdigit():
                file += int(letter)
            else:
                yield (file, 7 - row), letter
                file += 1


def _rook_file(squares: Squares, right: str, rank: int, king_file: int, rook: str) -> int:
    """Find the rook of a right: the outermost one of its side, or that on the file which is named."""
    if right.lower() not in "kq":
        return "abcdefgh".index(right.lower())
    files = [file for file in range(8) if squares.get((file, rank)) == rook]
    return max(files) if right.lower() == "k" else min(files)


def _may_castle(squares: Squares, rank: int, king_file: int, rook_file: int) -> bool:
    king_goal, rook_goal = (6, 5) if rook_file > king_file else (2, 3)
    further_pieces = {
        place: piece
        for place, piece in squares.items()
        if place not in ((king_file, rank), (rook_file, rank))
    }
    way = _between(king_file, king_goal)
    if any((file, rank) in further_pieces for file in (*way, *_between(rook_file, rook_goal))):
        return False
    enemy_is_light = squares[king_file, rank] == "k"
    if _is_attacked(squares, king_file, rank, light=enemy_is_light):
        return False
    return not any(_is_attacked(further_pieces, file, rank, light=enemy_is_light) for file in way)


def _between(start: int, end: int) -> range:
    """Both files and all between them."""
    return range(min(start, end), max(start, end) + 1)


def _is_attacked(squares: Squares, file: int, rank: int, *, light: bool) -> bool:
    """Return whether a piece of a side could capture on a square."""

    def stands(place: tuple[int, int], kinds: str) -> bool:
        return squares.get(place, ".") in (kinds.upper() if light else kinds)

    pawn_rank = rank - 1 if light else rank + 1
    if any(stands((file + aside, pawn_rank), "p") for aside in (-1, 1)):
        return True
    if any(stands((file + right, rank + up), "n") for right, up in _KNIGHT):
        return True
    if any(stands((file + right, rank + up), "k") for right, up in _STRAIGHT + _SLANTING):
        return True
    for directions, kinds in ((_STRAIGHT, "rq"), (_SLANTING, "bq")):
        for right, up in directions:
            place = (file + right, rank + up)
            while place not in squares and 0 <= place[0] < 8 and 0 <= place[1] < 8:
                place = (place[0] + right, place[1] + up)
            if stands(place, kinds):
                return True
    return False


def _name(file: int, rank: int) -> str:
    return f"{'abcdefgh'[file]}{rank + 1}"
