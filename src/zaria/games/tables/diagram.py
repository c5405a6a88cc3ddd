"""A position drawn with letters, for terminals, logs and failing tests."""

from collections.abc import Sequence

from zaria.games.tables.board import BAR, OFF, across
from zaria.games.tables.options import TablesOptions


def draw(own_checkers: Sequence[int], other_checkers: Sequence[int], options: TablesOptions) -> str:
    """The board as the side on roll, X, sees it; `+` marks a point with a pinned checker."""
    lines = [
        _row(range(13, 25), own_checkers, other_checkers, options),
        _row(range(12, 0, -1), own_checkers, other_checkers, options),
    ]
    heads = ["".join(f"{point:4}" for point in points) for points in (range(13, 25), range(12, 0, -1))]
    return "\n".join(
        [heads[0], lines[0], lines[1], heads[1], _rest("X", own_checkers), _rest("O", other_checkers)]
    )


def _row(
    points: range, own_checkers: Sequence[int], other_checkers: Sequence[int], options: TablesOptions
) -> str:
    return "".join(
        f"{_cell(own_checkers[point], other_checkers[across(options, point)]):>4}" for point in points
    )


def _cell(own_count: int, other_count: int) -> str:
    if own_count and other_count:
        return f"{max(own_count, other_count)}{'X' if own_count >= other_count else 'O'}+"
    if own_count:
        return f"{own_count}X"
    return f"{other_count}O" if other_count else "."


def _rest(letter: str, checkers: Sequence[int]) -> str:
    return f"{letter}: bar {checkers[BAR]}, off {checkers[OFF]}"
