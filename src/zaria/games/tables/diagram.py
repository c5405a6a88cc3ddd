"""A position drawn with letters, for terminals, logs and failing tests."""

from collections.abc import Sequence

from zaria.games.tables.board import BAR, OFF, across
from zaria.games.tables.options import TablesOptions


def draw(own: Sequence[int], other: Sequence[int], options: TablesOptions) -> str:
    """The board as the side on roll, X, sees it; `+` marks a point with a pinned checker."""
    lines = [_row(range(13, 25), own, other, options), _row(range(12, 0, -1), own, other, options)]
    heads = ["".join(f"{point:4}" for point in points) for points in (range(13, 25), range(12, 0, -1))]
    return "\n".join([heads[0], lines[0], lines[1], heads[1], _rest("X", own), _rest("O", other)])


def _row(points: range, own: Sequence[int], other: Sequence[int], options: TablesOptions) -> str:
    return "".join(f"{_cell(own[point], other[across(options, point)]):>4}" for point in points)


def _cell(mine: int, theirs: int) -> str:
    if mine and theirs:
        return f"{max(mine, theirs)}{'X' if mine >= theirs else 'O'}+"
    if mine:
        return f"{mine}X"
    return f"{theirs}O" if theirs else "."


def _rest(letter: str, checkers: Sequence[int]) -> str:
    return f"{letter}: bar {checkers[BAR]}, off {checkers[OFF]}"
