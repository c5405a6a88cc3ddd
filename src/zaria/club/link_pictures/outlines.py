"""Outlines in the notation of SVG as polygons."""

import math
import re
from collections.abc import Iterator
from typing import Any

Point = tuple[float, float]

_COMMAND = re.compile(r"([Mhvlcsa])([^A-Za-z]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ARITY = {"M": 2, "h": 1, "v": 1, "l": 2, "c": 6, "s": 4, "a": 7}
_STEPS = 8
"""Straight pieces of a curve."""


def polygon(path: str) -> list[Point]:
    """The corners of a closed outline: an M, then h, v, l, c, s or a, which are relative, and z."""
    corners: list[Point] = []
    control: Point | None = None
    for command, *numbers in _commands(path):
        point = corners[-1] if corners else (0.0, 0.0)
        if command == "a":
            radius, _, _, large, sweep, x, y = numbers
            corners += _arc(point, _moved(point, (x, y)), radius, bool(large), bool(sweep))
        elif command in "cs":
            *before, x2, y2, x, y = numbers
            mirrored = _moved(point, (point[0] - control[0], point[1] - control[1])) if control else point
            first = _moved(point, (before[0], before[1])) if before else mirrored
            second = _moved(point, (x2, y2))
            corners += _curve(point, first, second, _moved(point, (x, y)))
            control = second
            continue
        else:
            corners.append(_moved(point, _straight(command, numbers)))
        control = None
    return corners


def _commands(path: str) -> Iterator[tuple[Any, ...]]:
    """Each command with its numbers; one that is repeated without its letter, again."""
    for command, text in _COMMAND.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(text)]
        for start in range(0, len(numbers), _ARITY[command]):
            yield command, *numbers[start : start + _ARITY[command]]


def _straight(command: str, numbers: list[float]) -> Point:
    if command == "h":
        return numbers[0], 0.0
    return (0.0, numbers[0]) if command == "v" else (numbers[0], numbers[1])


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _curve(start: Point, first: Point, second: Point, end: Point) -> Iterator[Point]:
    """The points of a cubic curve after its start."""
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (
            sum(
                weight * point[axis]
                for weight, point in zip(weights, (start, first, second, end), strict=True)
            )
            for axis in (0, 1)
        )
        yield x, y


def _arc(start: Point, end: Point, radius: float, large: bool, sweep: bool) -> Iterator[Point]:
    """The points of a circular arc after its start, by its two ends as SVG has it."""
    (x0, y0), (x1, y1) = start, end
    chord = math.hypot(x1 - x0, y1 - y0)
    if not chord:
        return
    radius = max(radius, chord / 2)
    height = math.sqrt(max(0.0, radius * radius - chord * chord / 4))
    away = -height if large == sweep else height
    middle_x = (x0 + x1) / 2 - away * (y1 - y0) / chord
    middle_y = (y0 + y1) / 2 + away * (x1 - x0) / chord
    begin = math.atan2(y0 - middle_y, x0 - middle_x)
    turn = math.atan2(y1 - middle_y, x1 - middle_x) - begin
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    for step in range(1, 2 * _STEPS + 1):
        angle = begin + turn * step / (2 * _STEPS)
        yield middle_x + radius * math.cos(angle), middle_y + radius * math.sin(angle)
