"""The small board of tables games: the checkers of a side are one path.

The path has a line for each stack, dashed so that each dash is a round dot, a checker. It stands three times:
the rims, the faces, the grooves. `js/ui/small_board.js` writes the same for a match that is being played.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from zaria.club.games.positions import Drawing, TablesPosition

WIDTH, HEIGHT = 150, 110
SIZE = 8.6
"""The distance between the centres of two checkers of a stack: the length of a dash and its gap."""

_FRAME, _STEP, _BAR, _LENGTH = 5, 10.8, 10.4, 41
_MIDDLE = HEIGHT / 2
_EDGE = _FRAME + SIZE / 2 + 0.6
"""From the edge of the board to the centre of the first checker of a stack."""
_RAISED = 5.6
"""The distance by which a stack stands back from the edge so that the checker which it pins can be seen."""
_TALLEST, _TALLEST_ON_BAR = 5, 4
"""The most checkers that a stack shows; a taller one has their number on its last."""
_DIE, _DIE_STEP, _PIP = 11, 13, 3
_CUBE = 9.2
_SLAB, _SLAB_GAP = 2.6, 0.7
"""Height of a checker that is borne off, and the room between two."""

_PIPS = ((), (4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8))
"""The dots of a die's faces, on a grid of nine."""

_COLOURS = "ld"
"""Of side 0 and of side 1, as the style sheet names them."""


def drawing(position: TablesPosition) -> Drawing:
    """Return the board with a position."""
    return Drawing((0, 0, WIDTH, HEIGHT), ground(), mark_safe('<use href="#mb"/>'), men(position))


def ground() -> SafeString:
    """Return the empty board: frame, felt and points; once in a page."""
    half = f"h{_n(6 * _STEP)}v{HEIGHT - 2 * _FRAME}h-{_n(6 * _STEP)}z"
    felts = f"M{_FRAME} {_FRAME}{half}M{_n(WIDTH - _FRAME - 6 * _STEP)} {_FRAME}{half}"
    return format_html(
        '<g id="mb"><rect class="mb-f" x=".5" y=".5" width="{}" height="{}" rx="5.5"/>'
        '<path class="mb-g" d="{}"/><path class="mb-a" d="{}"/><path class="mb-b" d="{}"/></g>',
        WIDTH - 1, HEIGHT - 1, felts, _points(0), _points(1),
    )  # fmt: skip


def men(position: TablesPosition) -> SafeString:
    """Return everything that lies on the board, in the order in which it lies on each other."""
    return _Position(position).draw()


def ways(position: TablesPosition, side: int, moves: Iterable[tuple[int, int]], style: str) -> SafeString:
    """Return lines along which checkers of a side move, from point to point in its own numbers (0: off)."""
    return format_html('<path class="mb-path {}" d="{}"/>', style, _Position(position).ways(side, moves))


def checker(side: int) -> Drawing:
    """Return a single checker of a side."""
    reach = SIZE / 2
    return Drawing((-reach, -reach, SIZE, SIZE), SafeString(), SafeString(), _strokes(side, "M0 0v.1"))


def _n(number: float) -> str:
    """A number with one decimal, as short as SVG allows."""
    return f"{number:.1f}".removesuffix(".0")


def _column(place: int) -> float:
    """The middle of a point of the board: 1–12 below from the right, 13–24 above from the left."""
    column = 12 - place if place <= 12 else place - 13
    return _FRAME + (column + 0.5) * _STEP + (_BAR if column >= 6 else 0)


def _points(parity: int) -> str:
    """The path of every other point."""
    half = _n(_STEP / 2)
    return "".join(
        f"M{_n(_column(place) - _STEP / 2)} {HEIGHT - _FRAME}h{_STEP}l-{half}-{_LENGTH}z"
        if place <= 12
        else f"M{_n(_column(place) - _STEP / 2)} {_FRAME}h{_STEP}l-{half} {_LENGTH}z"
        for place in range(1, 25)
        if place % 2 == parity
    )


def _strokes(side: int, path: str) -> SafeString:
    """The checkers of a path: their rims, faces and grooves."""
    return format_html('<g class="mb-{}">{}</g>', _COLOURS[side], mark_safe(f'<path d="{path}"/>' * 3))


class _Stack(NamedTuple):
    """The centre of a stack's first checker, the way to the next, and how many it can show."""

    x: float
    y: float
    way: int
    most: int = _TALLEST

    def path(self, count: int) -> str:
        """The line of the checkers; its last dash begins where it ends."""
        length = (min(count, self.most) - 1) * SIZE + 0.1
        return f"M{_n(self.x)} {_n(self.y)}v{'-' if self.way < 0 else ''}{_n(length)}"

    def last(self) -> float:
        """The centre of the last checker that can be shown."""
        return self.y + self.way * (self.most - 1) * SIZE


class _Position:
    def __init__(self, position: TablesPosition) -> None:
        self._position = position

    def draw(self) -> SafeString:
        """Draw the pinned checkers first: others stand on them."""
        parts = [self._side(side, pinned=True) for side in (0, 1)]
        parts += [self._side(side, pinned=False) for side in (0, 1)]
        parts += [self._borne_off(side) for side in (0, 1)]
        return format_html_join("", "{}", ((part,) for part in (*parts, *self._dice(), self._cube())))

    def ways(self, side: int, moves: Iterable[tuple[int, int]]) -> str:
        """The lines from the last checker of a stack to the next place of another, one after the other."""
        counts = list(self._position.checkers[side])
        lines = []
        for source, target in moves:
            begin = self._spot(side, source, counts[source])
            counts[source] -= 1
            counts[target] += 1
            lines.append(f"M{begin}L{self._spot(side, target, counts[target])}")
        return "".join(lines)

    def _spot(self, side: int, point: int, count: int) -> str:
        """The centre of the last of so many checkers on a point; those that are off lie on the frame."""
        if not point:
            y = HEIGHT - 2 * SIZE if self._is_near(side) else 2 * SIZE
            return f"{_n(self._off_x(side))} {_n(y)}"
        stack = self._stack(side, point)
        return f"{_n(stack.x)} {_n(stack.y + stack.way * (min(max(count, 1), stack.most) - 1) * SIZE)}"

    def _flip(self, x: float) -> float:
        return WIDTH - x if self._position.mirrored else x

    def _is_near(self, side: int) -> bool:
        return side == self._position.near

    def _stack(self, side: int, point: int) -> _Stack:
        """The stack of a side on one of its points; 25 is the bar, or the hand."""
        position, near = self._position, self._is_near(side)
        if point == 25:
            x = self._flip(WIDTH / 2)
            if position.halves:
                return _Stack(x, HEIGHT - _EDGE, -1) if near else _Stack(x, _EDGE, 1)
            way = -1 if near else 1
            return _Stack(x, _MIDDLE + way * 10, way, _TALLEST_ON_BAR)
        opposite = (point + 11) % 24 + 1 if position.parallel else 25 - point
        place = point if near else opposite
        raised = _RAISED if opposite in position.pins[1 - side] else 0
        x = self._flip(_column(place))
        if place <= 12:
            return _Stack(x, HEIGHT - _EDGE - raised, -1)
        return _Stack(x, _EDGE + raised, 1)

    def _side(self, side: int, *, pinned: bool) -> SafeString:
        """The checkers of a side that are pinned, or those that are not."""
        position = self._position
        stacks = [
            (self._stack(side, point), count)
            for point, count in enumerate(position.checkers[side])
            if point and count and (point in position.pins[side]) == pinned
        ]
        if not stacks:
            return SafeString()
        path = "".join(stack.path(count) for stack, count in stacks)
        return format_html("{}{}", _strokes(side, path), self._numbers(side, stacks))

    def _numbers(self, side: int, stacks: Iterable[tuple[_Stack, int]]) -> SafeString:
        """The numbers on the stacks that are too tall."""
        return format_html_join(
            "",
            '<text class="mb-n {}" x="{}" y="{}">{}</text>',
            (
                (_COLOURS[side], _n(stack.x), _n(stack.last() + 2), count)
                for stack, count in stacks
                if count > stack.most
            ),
        )

    def _borne_off(self, side: int) -> SafeString:
        """The checkers of a side that are borne off, on the frame."""
        count, near = self._position.checkers[side][0], self._is_near(side)
        if not count:
            return SafeString()
        x = self._off_x(side)
        length = _n(count * (_SLAB + _SLAB_GAP) - _SLAB_GAP)
        line = f"M{_n(x)} {HEIGHT - _FRAME}v-{length}" if near else f"M{_n(x)} {_FRAME}v{length}"
        return format_html(
            '<path class="mb-off rim {0}" d="{1}"/><path class="mb-off {0}" d="{1}"/>', _COLOURS[side], line
        )

    def _off_x(self, side: int) -> float:
        """The middle of the frame on which a side bears off."""
        is_left = self._position.parallel and not self._is_near(side)
        return self._flip(_FRAME / 2 if is_left else WIDTH - _FRAME / 2)

    def _dice(self) -> Iterator[SafeString]:
        position = self._position
        middle = self._flip(_middle_of_half(home=self._is_near(position.turn)))
        for index, value in enumerate(position.dice):
            x = middle + (index - (len(position.dice) - 1) / 2) * _DIE_STEP
            yield die(_COLOURS[position.turn], x, value)

    def _cube(self) -> SafeString:
        if self._position.cube is None:
            return SafeString()
        value, owner = self._position.cube
        y = _MIDDLE
        if owner is not None:
            y = HEIGHT - _FRAME - 5 if self._is_near(owner) else _FRAME + 5
        return cube(self._flip(WIDTH / 2), y, value)


def _middle_of_half(*, home: bool) -> float:
    """The middle of the half of the board in which the near side has its home, or of the other half."""
    return WIDTH - _FRAME - 3 * _STEP if home else _FRAME + 3 * _STEP


def die(colour: str, x: float, value: int) -> SafeString:
    """Return a die of `l`ight or `d`ark between the points."""
    pips = "".join(
        f"M{_n(x + _PIP * (pip % 3 - 1))} {_n(_MIDDLE + _PIP * (pip // 3 - 1))}h0" for pip in _PIPS[value]
    )
    return format_html(
        '<g class="mb-die {}"><rect x="{}" y="{}" width="{}" height="{}" rx="2.2"/><path d="{}"/></g>',
        colour, _n(x - _DIE / 2), _n(_MIDDLE - _DIE / 2), _DIE, _DIE, pips,
    )  # fmt: skip


def cube(x: float, y: float, value: int) -> SafeString:
    """Return the cube, which shows `value`."""
    return format_html(
        '<g class="mb-die l"><rect x="{}" y="{}" width="{}" height="{}" rx="1.6"/>'
        '<text x="{}" y="{}">{}</text></g>',
        _n(x - _CUBE / 2), _n(y - _CUBE / 2), _CUBE, _CUBE, _n(x), _n(y + 2), value,
    )  # fmt: skip


WAYS = {
    "round": "M120 51H31q-7 0-7 4.5t7 4.5h89m-4.5-3.5 5 3.5-5 3.5",
    "back": "M120 60H31q-7 0-7-4.5t7-4.5h89m-4.5-3.5 5 3.5-5 3.5",
    "both": "M121 51H30M29 60h91M35 47.5l-5.5 3.5 5.5 3.5M115.5 56.5l5.5 3.5-5.5 3.5",
}
"""Arrows between the points: the way of a side that runs round towards its home, the way back, and the way
of two sides that run the same way round."""


def way(name: str) -> SafeString:
    """Return the arrow of `WAYS` that shows how one runs."""
    return format_html('<path class="mb-way" d="{}"/>', WAYS[name])
