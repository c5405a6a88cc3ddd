"""The moves of draughts found the slow way: pieces on coordinates, one rule after the other.

Written apart from the product, from the rulebook (6.2 to 6.5), and shares nothing with it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

Square = tuple[int, int]
"""Row from dark's side and column from light's left, from 0."""
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((-2, 0), (2, 0), (0, -2), (0, 2))


class Rules(NamedTuple):
    """The differing rules: see `zaria.games.draughts.options`."""

    size: int
    flying: bool
    back: bool
    men_take_kings: bool
    priority: str
    capture_lines: str
    landing: str
    removal: str
    crowning: str
    longest: bool


class Capture(NamedTuple):
    """Squares from first to last, pieces taken in order, and whether the piece is (now) a king."""

    path: tuple[Square, ...]
    taken: tuple[Square, ...]
    king: bool


class Move(NamedTuple):
    """The key that distinguishes moves."""

    src: Square
    dst: Square
    taken: frozenset[Square]
    crowned: bool


Pieces = dict[Square, str]
"""w, b men and W, B kings by square."""


def moves(rules: Rules, pieces: Pieces, turn: int) -> set[Move]:
    """All legal moves of a side."""
    squares = [square for square, piece in pieces.items() if piece.lower() == "wb"[turn]]
    captures = [capture for square in squares for capture in finished(rules, pieces, turn, square)]
    if captures:
        captures = compulsory(rules, pieces, captures)
        if rules.longest:
            groups: dict[object, list[Capture]] = {}
            for capture in captures:
                groups.setdefault((capture.path[0], heading(*capture.path[:2])), []).append(capture)
            captures = [capture for group in groups.values() for capture in most(group)]
        return {
            Move(
                capture.path[0],
                capture.path[-1],
                frozenset(capture.taken),
                capture.king and pieces[capture.path[0]].islower(),
            )
            for capture in captures
        }
    return {move for square in squares for move in quiet(rules, pieces, turn, square)}


def compulsory(rules: Rules, pieces: Pieces, captures: list[Capture]) -> list[Capture]:
    """The captures that remain when one rule after the other has refused some."""

    def count(capture: Capture) -> int:
        return len(capture.taken)

    def by_king(capture: Capture) -> bool:
        return pieces[capture.path[0]].isupper()

    def order(capture: Capture) -> list[bool]:
        return [pieces[square].isupper() for square in capture.taken]

    def kings(capture: Capture) -> int:
        return sum(order(capture))

    def value(capture: Capture) -> float:
        return sum(1.99 if is_king else 1 for is_king in sorted(order(capture)))

    questions: dict[str, list[Callable[[Capture], Any]]] = {
        "none": [],
        "count": [count],
        "count_kings": [count, kings],
        "king_first": [by_king],
        "italian": [count, by_king, kings, order],
        "frisian": [value, by_king],
    }
    for question in questions[rules.priority]:
        best = max(map(question, captures))
        captures = [capture for capture in captures if question(capture) == best]
    return captures


def most(captures: list[Capture]) -> list[Capture]:
    longest = max(len(capture.taken) for capture in captures)
    return [capture for capture in captures if len(capture.taken) == longest]


def heading(origin: Square, target: Square) -> Square:
    return (1 if target[0] > origin[0] else -1, 1 if target[1] > origin[1] else -1)


def quiet(rules: Rules, pieces: Pieces, turn: int, src: Square) -> list[Move]:
    king = pieces[src].isupper()
    quiet_moves = []
    for direction in DIAGONALS:
        if not king and direction[0] != (1 if turn else -1):
            continue
        for dst in ray(rules, src, direction):
            if dst in pieces:
                break
            quiet_moves.append(Move(src, dst, frozenset(), not king and last(rules, turn, dst)))
            if not (king and rules.flying):
                break
    return quiet_moves


def finished(rules: Rules, pieces: Pieces, turn: int, src: Square) -> list[Capture]:
    """The captures of a piece that cannot go on."""
    board = {square: piece for square, piece in pieces.items() if square != src}
    whole = []
    open_ones = [Capture((src,), (), pieces[src].isupper())]
    while open_ones:
        capture = open_ones.pop()
        further = longer(rules, board, turn, capture)
        if capture.taken and not further:
            king = capture.king or last(rules, turn, capture.path[-1])
            whole.append(Capture(capture.path, capture.taken, king))
        open_ones += further
    return whole


def longer(rules: Rules, board: Pieces, turn: int, capture: Capture) -> list[Capture]:
    """The captures with one piece more; a king that could go on from some landings must choose such a one."""
    captures: list[Capture] = []
    at = capture.path[-1]
    if rules.crowning == "stop" and capture.taken and not capture.king and last(rules, turn, at):
        return captures
    for direction in DIAGONALS + STRAIGHT * (rules.capture_lines == "eight"):
        if not capture.king and not rules.back and direction[0] != (1 if turn else -1):
            continue
        jumped = over(rules, board, turn, capture, direction)
        if jumped is None:
            continue
        victim, landings = jumped
        ends = []
        for land in landings:
            king = capture.king or (rules.crowning == "king" and last(rules, turn, land))
            ends.append(Capture((*capture.path, land), (*capture.taken, victim), king))
        going_on = [end for end in ends if len(ends) > 1 and longer(rules, board, turn, end)]
        captures += going_on or ends
    return captures


def over(
    rules: Rules, board: Pieces, turn: int, capture: Capture, direction: Square
) -> tuple[Square, list[Square]] | None:
    """The captured piece in a direction, and the squares behind it."""
    far = capture.king and rules.flying
    removed = capture.taken if rules.removal == "at_once" else ()
    squares = ray(rules, capture.path[-1], direction)
    for index, square in enumerate(squares):
        if square not in board or square in removed:
            if not far:
                return None
            continue
        if board[square].lower() == "wb"[turn] or square in capture.taken:
            return None
        if board[square].isupper() and not (capture.king or rules.men_take_kings):
            return None
        landings = []
        for land in squares[index + 1 :]:
            if land in board and land not in removed:
                break
            landings.append(land)
            if not far or rules.landing == "behind":
                break
        return (square, landings) if landings else None
    return None


def ray(rules: Rules, src: Square, direction: Square) -> list[Square]:
    squares = []
    row, column = src[0] + direction[0], src[1] + direction[1]
    while 0 <= row < rules.size and 0 <= column < rules.size:
        squares.append((row, column))
        row, column = row + direction[0], column + direction[1]
    return squares


def last(rules: Rules, turn: int, square: Square) -> bool:
    return square[0] == (rules.size - 1 if turn else 0)
