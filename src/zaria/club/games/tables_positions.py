"""Any position on the small board of tables games: what `js/ui/small_board.js` draws in a page."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from zaria.club.games.pictures import BAR, FRAME, HEIGHT, RADIUS, STEP, WIDTH, ground, pitch
from zaria.club.games.positions import Drawing, SvgShape, TablesPosition

_DIE = 21
_CUBE = 20
_SLAB, _SLAB_GAP = 3.4, 1.0
"""Height of a checker that is borne off, and the room between two."""

_PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""The dots of a die's faces, on a grid of nine."""

COLOURS = "ld"
"""Of side 0 and of side 1, as the style sheet names them."""


def drawing(position: TablesPosition) -> Drawing:
    """Return the small board with a position."""
    parts = tuple(_Position(position).parts())
    return Drawing(WIDTH, HEIGHT, ground(), mark_safe('<use href="#mb"/>'), parts)


def checker(side: int, x: float, y: float) -> SvgShape:
    """Return a checker of a side."""
    return SvgShape(x, y, RADIUS + 1, format_html('<circle class="mb-{}" r="{}"/>', COLOURS[side], RADIUS))


class _Stack(NamedTuple):
    """The first checker's distance from its edge; the next lie `away` from the edge (1), or nearer (-1)."""

    x: float
    below: bool
    edge: float
    away: int


class _Position:
    """The parts of a position in the order in which they lie on each other."""

    def __init__(self, position: TablesPosition) -> None:
        self._position = position

    def parts(self) -> Iterator[SvgShape]:
        """Draw the pinned checkers first: others stand on them."""
        position = self._position
        for pinned in (True, False):
            for side, points in enumerate(position.checkers):
                for point, count in enumerate(points):
                    if point and count and (point in position.pins[side]) == pinned:
                        yield from self._checkers(side, self._stack(side, point), count)
        for side, points in enumerate(position.checkers):
            yield from self._borne_off(side, points[0])
        yield from self._dice()
        yield from self._cube()

    def _flip(self, x: float) -> float:
        return WIDTH - x if self._position.mirrored else x

    def _is_near(self, side: int) -> bool:
        return side == self._position.near

    def _stack(self, side: int, point: int) -> _Stack:
        """The place of a side's checkers on one of its points; 25 is the bar, or the hand."""
        position = self._position
        if point == 25:
            x = self._flip(FRAME + 6 * STEP + BAR / 2)
            if position.halves:
                return _Stack(x, self._is_near(side), FRAME + RADIUS, 1)
            return _Stack(x, not self._is_near(side), HEIGHT / 2 - RADIUS - 4, -1)
        opposite = (point + 11) % 24 + 1 if position.parallel else 25 - point
        place = point if self._is_near(side) else opposite
        column = 12 - place if place <= 12 else place - 13
        x = self._flip(FRAME + (column + 0.5) * STEP + (BAR if column >= 6 else 0))
        edge = FRAME + RADIUS + 1.3
        if opposite in position.pins[1 - side]:
            edge += RADIUS * 1.3
        return _Stack(x, place <= 12, edge, 1)

    def _checkers(self, side: int, stack: _Stack, count: int) -> Iterator[SvgShape]:
        for place in range(count):
            depth = stack.edge + stack.away * place * pitch(count)
            yield checker(side, stack.x, HEIGHT - depth if stack.below else depth)

    def _borne_off(self, side: int, count: int) -> Iterator[SvgShape]:
        """The checkers of a side that are borne off, on the frame."""
        near, colour = self._is_near(side), COLOURS[side]
        x = self._flip(FRAME / 2 if self._position.parallel and not near else WIDTH - FRAME / 2)
        line = f"M0-{_SLAB / 2}V{_SLAB / 2}"
        shape = format_html(
            '<path class="mb-off rim {0}" d="{1}"/><path class="mb-off {0}" d="{1}"/>', colour, line
        )
        for place in range(count):
            depth = FRAME + place * (_SLAB + _SLAB_GAP) + _SLAB / 2
            yield SvgShape(x, HEIGHT - depth if near else depth, FRAME / 2, shape)

    def _dice(self) -> Iterator[SvgShape]:
        position = self._position
        home, outer = WIDTH - FRAME - 3 * STEP, FRAME + 3 * STEP
        middle = self._flip(home if self._is_near(position.turn) else outer)
        for place, value in enumerate(position.dice):
            x = middle + (place - (len(position.dice) - 1) / 2) * _DIE * 1.2
            yield SvgShape(x, HEIGHT / 2, _DIE / 2 + 1, _die(COLOURS[position.turn], value))

    def _cube(self) -> Iterator[SvgShape]:
        if self._position.cube is None:
            return
        value, owner = self._position.cube
        y = HEIGHT / 2
        if owner is not None:
            y = HEIGHT - FRAME - 12 if self._is_near(owner) else FRAME + 12
        shape = format_html(
            '<g class="mb-die l"><rect x="-{0}" y="-{0}" width="{1}" height="{1}" rx="4"/>'
            '<text y="4.5">{2}</text></g>',
            f"{_CUBE / 2:g}", _CUBE, value,
        )  # fmt: skip
        yield SvgShape(self._flip(FRAME + 6 * STEP + BAR / 2), y, _CUBE / 2 + 1, shape)


def _die(colour: str, value: int) -> SafeString:
    dots = "".join(
        f'<circle cx="{_DIE * 0.25 * (pip % 3 - 1)}" cy="{_DIE * 0.25 * (pip // 3 - 1)}" r="1.9"/>'
        for pip in _PIPS[value]
    )
    return format_html(
        '<g class="mb-die {}"><rect x="-{}" y="-{}" width="{}" height="{}" rx="4"/>{}</g>',
        colour, _DIE / 2, _DIE / 2, _DIE, _DIE, mark_safe(dots),
    )  # fmt: skip
