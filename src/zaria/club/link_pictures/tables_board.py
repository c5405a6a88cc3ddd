"""A board with points: the shape of the small boards of the site, with any position on it."""

from collections.abc import Mapping
from typing import NamedTuple

from PIL import Image

from zaria.club.link_pictures.canvas import Canvas
from zaria.club.link_pictures.colours import Colour, mix, parse_colour, skin

WIDTH, HEIGHT = 312, 200
_FRAME, _BAR, _STEP = 9, 18, 23
_LENGTH, _RADIUS = 76, 10.2
_TALLEST = 70
"""Largest distance between the centres of a stack; a taller stack closes up."""

_DIE = 20
_SLAB = 4.4

Pair = tuple[tuple[int, ...], tuple[int, ...]]


class TablesPosition(NamedTuple):
    """The checkers on the board; pairs are (side 0, side 1), points in each side's own numbers.

    `men` has 26 numbers a side, 0 borne off, 25 on the bar; `pins` the points where a side is pinned. `near`
    sits below. `halves`: each side has its own half; `parallel`: both go round the same way. `cube` is its
    value and owner, None where there is none or it shows 1.
    """

    men: Pair
    pins: Pair
    dice: tuple[int, ...]
    turn: int
    near: int = 0
    halves: bool = False
    parallel: bool = False
    mirrored: bool = False
    cube: tuple[int, int | None] | None = None


def board(position: TablesPosition, look: str, unit: float) -> Image.Image:
    """The board in the colours of a skin, `unit` pixels a unit of `WIDTH` and `HEIGHT`."""
    colours = skin(look)
    canvas = Canvas(WIDTH, HEIGHT, unit, parse_colour("#1b1713"))
    canvas.rounded((0, 0, WIDTH, HEIGHT), 9, colours["f1"])
    canvas.rounded((1.2, 1.2, WIDTH - 1.2, HEIGHT - 1.2), 8, colours["f0"])
    canvas.rounded((2.6, 2.6, WIDTH - 2.6, HEIGHT - 2.6), 7, colours["f1"])
    for x in (_FRAME, _FRAME + 6 * _STEP + _BAR):
        edge = colours["f2"]
        felt = (x, _FRAME, x + 6 * _STEP, HEIGHT - _FRAME)
        canvas.rounded((felt[0] - 1, felt[1] - 1, felt[2] + 1, felt[3] + 1), 3, edge)
        canvas.rounded(felt, 2, mix(colours["g0"], colours["g1"], 0.4))
    for column in range(24):
        _point(canvas, colours, column)
    _Drawing(canvas, position).everything()
    return canvas.finished()


def _left(place: int) -> float:
    return _FRAME + place * _STEP + (_BAR if place >= 6 else 0)


def _point(canvas: Canvas, colours: Mapping[str, Colour], column: int) -> None:
    place, below = column % 12, column >= 12
    x, base = _left(place), HEIGHT - _FRAME if below else _FRAME
    tip = base - _LENGTH if below else base + _LENGTH
    colour = colours["ba"[(column + below) % 2] + "0"]
    canvas.polygon([(x + 0.8, base), (x + _STEP - 0.8, base), (x + _STEP / 2, tip)], colour)


class _Drawing:
    """Checkers, dice and cube on the canvas of a board."""

    def __init__(self, canvas: Canvas, position: TablesPosition) -> None:
        self._canvas = canvas
        self._position = position

    def everything(self) -> None:
        """Draw the pinned checkers first: others stand on them."""
        for pinned in (True, False):
            for side in (0, 1):
                for point, count in enumerate(self._position.men[side]):
                    if point and count and (point in self._position.pins[side]) == pinned:
                        self._stack(side, point, count)
        for side in (0, 1):
            self._borne_off(side, self._position.men[side][0])
        self._dice()
        self._cube()

    def _x(self, x: float) -> float:
        return WIDTH - x if self._position.mirrored else x

    def _below(self, side: int) -> bool:
        return side == self._position.near

    def _stack(self, side: int, point: int, count: int) -> None:
        """The checkers of a side on one of its points, 25 is the bar or the hand."""
        position = self._position
        across = (point + 11) % 24 + 1 if position.parallel else 25 - point
        away = 1
        if point == 25:
            x, below = _FRAME + 6 * _STEP + _BAR / 2, self._below(side) == position.halves
            edge = _FRAME + _RADIUS if position.halves else HEIGHT / 2 - _RADIUS - 4
            away = 1 if position.halves else -1
        else:
            at = point if self._below(side) else across
            x, below = _left(12 - at if at <= 12 else at - 13) + _STEP / 2, at <= 12
            edge = _FRAME + _RADIUS + 0.8
            if across in position.pins[1 - side]:
                edge += _RADIUS * 1.3
        pitch = min(2 * _RADIUS, _TALLEST / (count - 1)) if count > 1 else 0
        for number in range(count):
            depth = edge + away * number * pitch
            y = HEIGHT - depth if below else depth
            self._canvas.checker(self._x(x), y, _RADIUS, side)

    def _borne_off(self, side: int, count: int) -> None:
        if not count:
            return
        below, is_left = self._below(side), self._position.parallel and not self._below(side)
        x, long = self._x(_FRAME / 2 if is_left else WIDTH - _FRAME / 2), count * _SLAB
        top = HEIGHT - _FRAME - long if below else _FRAME
        colour = ((244, 232, 207), (55, 49, 45))[side]
        for number in range(count):
            y = top + number * _SLAB
            edge = ((127, 100, 54), (164, 152, 141))[side]
            self._canvas.rounded((x - 3, y, x + 3, y + _SLAB - 0.6), 0.8, colour, edge, 0.4)

    def _dice(self) -> None:
        dice = self._position.dice
        near = self._below(self._position.turn)
        middle = self._x(WIDTH - _FRAME - 3 * _STEP if near else _FRAME + 3 * _STEP)
        for number, value in enumerate(dice):
            x = middle + (number - (len(dice) - 1) / 2) * _DIE * 1.2
            self._canvas.die(x, HEIGHT / 2, _DIE, value, self._position.turn)

    def _cube(self) -> None:
        if self._position.cube is None:
            return
        value, owner = self._position.cube
        x, y = self._x(_FRAME + 6 * _STEP + _BAR / 2), HEIGHT / 2
        if owner is not None:
            y = HEIGHT - _FRAME - 12 if self._below(owner) else _FRAME + 12
        self._canvas.number(x, y, 17, value)
