"""The shape of a tournament before its start: a tree of places, or a table of everyone against everyone."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.tournaments import queries
from zaria.club.tournaments.models import Tournament
from zaria.tournaments.formats.bracket import size_for
from zaria.tournaments.state import TournamentState

LEAST, MOST = 4, 16
"""The fewest and the most players of a tree; of a larger tournament it shows the last rounds."""
MOST_ROWS = 8
"""The most rows of a table."""
_STEP, _RING, _COLUMN = 22, 7, 56


def shape(row: Tournament, state: TournamentState) -> SafeString:
    """Return a picture of the format with places for its players; "" for a format without one."""
    info = state.terms.info
    players = state.terms.most if queries.has_limit(state.terms) else max(MOST_ROWS, row.players)
    if info.bracket and info.groups is None:
        return _tree(min(MOST, max(LEAST, size_for(players))), row.players)
    return _table(min(MOST_ROWS, max(LEAST, players))) if info.groups else SafeString("")


def _tree(size: int, entrants: int) -> SafeString:
    """Return a bracket: rings for places, and lines from two places to the one that they lead to.

    As many of the first places are filled as there are entrants; lots decide later who plays at which.
    """
    height, x, count = size * _STEP, _RING + 2, size
    lines, rings = [], []
    while True:
        gap = height // count
        centres = [gap // 2 + place * gap for place in range(count)]
        rings += [_ring(x, y) for y in centres]
        if count == 1:
            break
        half, end = x + _COLUMN // 2, x + _COLUMN - _RING
        for upper, lower in zip(centres[::2], centres[1::2], strict=True):
            middle = (upper + lower) // 2
            lines.append(f"M{x + _RING} {upper}H{half}V{lower}H{x + _RING}M{half} {middle}H{end}")
        x, count = x + _COLUMN, count // 2
    return _picture(x + _RING + 2, height, lines, rings, min(size, entrants))


def _table(size: int) -> SafeString:
    """Return a table: a ring for each meeting of two players, a line where a player would meet themselves."""
    centres = [_STEP // 2 + place * _STEP for place in range(size)]
    rings = [_ring(x, y) for x in centres for y in centres if x != y]
    lines = [f"M{centre - 5} {centre - 5}l10 10" for centre in centres]
    return _picture(size * _STEP, size * _STEP, lines, rings)


def _ring(x: int, y: int) -> str:
    """Return the path of a ring around a point."""
    return f"M{x - _RING} {y}a{_RING} {_RING} 0 1 0 {2 * _RING} 0a{_RING} {_RING} 0 1 0 -{2 * _RING} 0"


def _picture(width: int, height: int, lines: list[str], rings: list[str], filled: int = 0) -> SafeString:
    """Return the drawing of lines and rings, of which the first ones are `filled`."""
    return format_html(
        '<svg class="shape" width="{0}" height="{1}" viewBox="0 0 {0} {1}" aria-hidden="true">'
        '<path d="{2}"/><path class="filled-rings" d="{3}"/><path class="rings" d="{4}"/></svg>',
        width,
        height,
        "".join(lines),
        "".join(rings[:filled]),
        "".join(rings[filled:]),
    )
