"""Checkers that a game in SGF puts on the board, as GNU Backgammon writes them: `AE[a:y]AW[f][f]AB[s][y]`.

Letters are White's points for both sides, `y` is the bar. `AE` empties points, so `AE[a:y]` clears the board.
"""

from collections.abc import Iterator, Mapping, Sequence

from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

CHECKERS = ("AE", "AW", "AB")
"""Properties that change the checkers on the board."""

Checkers = tuple[tuple[int, ...], tuple[int, ...]]

_BAR = 25
_LETTERS = "abcdefghijklmnopqrstuvwxy"
_SIDES = ("AW", "AB")


def read(points: Mapping[str, Sequence[str]], before: Checkers | None, line: int) -> Checkers:
    """The checkers of both sides, by their own points, after the properties of a node.

    `before` are all checkers of the game before it; None: as backgammon begins.
    """
    usual = [0] * 26
    for point, count in ((6, 5), (8, 3), (13, 5), (24, 2)):
        usual[point] = count
    sides = [list(side) for side in before] if before is not None else [list(usual), list(usual)]
    for letter in _each(points.get("AE", ()), line):
        for side in (0, 1):
            sides[side][_point(letter, side)] = 0
    for side, name in enumerate(_SIDES):
        for letter in _each(points.get(name, ()), line):
            sides[side][_point(letter, side)] += 1
    side_size = sum(before[0] if before is not None else usual)
    for checkers in sides:
        if sum(checkers[1:]) > side_size:
            raise InvalidRecordError(
                f"a side has {side_size} checkers, not {sum(checkers[1:])} on the board and 0 off", line
            )
        checkers[0] = side_size - sum(checkers[1:])
    return tuple(sides[0]), tuple(sides[1])


def write(checkers: Checkers) -> str:
    """The properties that put these checkers on an empty board."""
    parts = ["AE[a:y]"]
    for side, name in enumerate(_SIDES):
        values = "".join(f"[{_letter(point, side)}]" * checkers[side][point] for point in range(1, 26))
        parts.append(name + values if values else "")
    return "".join(parts)


def _each(values: Sequence[str], line: int) -> Iterator[str]:
    """The letters of values, each a point or a range of points."""
    for value in values:
        first, _, last = value.partition(":")
        last = last or first
        if len(first) != 1 or len(last) != 1 or first not in _LETTERS or last not in _LETTERS:
            raise InvalidRecordError(f"unexpected: {source_text.quoted(value)}", line)
        yield from _LETTERS[_LETTERS.index(first) : _LETTERS.index(last) + 1]


def _point(letter: str, side: int) -> int:
    number = _LETTERS.index(letter) + 1
    return number if number == _BAR or side == 0 else _BAR - number


def _letter(point: int, side: int) -> str:
    return _LETTERS[(point if point == _BAR or side == 0 else _BAR - point) - 1]
