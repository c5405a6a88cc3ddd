"""Drawings of numbers, made here as SVG: no script draws them, and no style stands in them.

Colours and strokes are classes of css/stats.css, so that they follow dark and light. A drawing is as wide as
its place: its own coordinates are stretched (`preserveAspectRatio="none"`, strokes are not), so there is no
text in it. What is to be read stands around it in HTML, at its usual size on a phone too. Bars stand in
tables that say the same in numbers and are hidden from screen readers; a history describes itself.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from math import floor, log10
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

Point = tuple[int, float]
"""A moment (any unit) and a value."""

WIDE, HIGH = 600, 200
"""A history's own coordinates."""
MOST = 500
"""Points that are drawn; no screen shows more."""
DOTTED = 40
"""Points up to which each is a dot of its own."""
ZONES = 48
"""Parts along the time of which each says its value under the pointer."""
LINES = 4
"""Lines across at most, besides the lowest."""


class History(NamedTuple):
    """A value over time: the drawing, what stands beside it from top to bottom, and below it."""

    drawing: SafeString
    levels: list[int]
    moments: list[int]


def history(points: Sequence[Point], title: str, desc: str, describe: Callable[[int, float], str]) -> History:
    """A drawing of `points` (in order, at least one); `describe` words one of them for the pointer."""
    levels = scale([value for _, value in points])
    first, last = points[0][0], points[-1][0]
    place = _Place(first, last, levels[-1], levels[0])
    drawing = format_html(
        '<svg class="history" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"'
        ' aria-labelledby="history-title history-desc">'
        '<title id="history-title">{}</title><desc id="history-desc">{}</desc>{}{}{}</svg>',
        WIDE,
        HIGH,
        title,
        desc,
        _grid(place, levels),
        _line(place, thinned(points)),
        _zones(place, points, describe),
    )
    moments = [first] if first == last else [first, (first + last) // 2, last]
    return History(drawing, levels, moments)


def thinned(points: Sequence[Point], most: int = MOST) -> list[Point]:
    """At most about `most` of the points: of each stretch of time the first, lowest, highest and last."""
    if len(points) <= most:
        return list(points)
    shown: list[Point] = []
    for part in _stretches(points, most // 4):
        lowest, highest = min(part, key=_value), max(part, key=_value)
        shown += sorted({part[0], lowest, highest, part[-1]}, key=lambda point: (point[0], part.index(point)))
    return shown


def scale(values: Sequence[float]) -> list[int]:
    """Round numbers at even distances, the highest first, between which all values lie."""
    low, high = min(values), max(values)
    step = _step(max(high - low, 1.0) / LINES)
    lowest, highest = int(low // step) * step, -int(-high // step) * step  # exact, unlike a quotient
    if lowest == highest:
        lowest, highest = lowest - step, highest + step
    return list(range(highest, lowest - 1, -step))


def parts(won: int, drawn: int, lost: int) -> SafeString:
    """Wins, draws and losses as parts of one bar."""
    whole = won + drawn + lost
    if not whole:
        return _bar(SafeString(""))
    offset = 0.0
    drawn_parts = []
    for name, count in (("won", won), ("drawn", drawn), ("lost", lost)):
        width = 100 * count / whole
        if count:
            drawn_parts.append((name, _n(offset), _n(width)))
        offset += width
    return _bar(format_html_join("", '<rect class="{}" x="{}" y="0" width="{}" height="8"/>', drawn_parts))


def level(part: float, usual: float, most: float) -> SafeString:
    """A bar as long as `part` of `most`, with a mark where the `usual` would end."""
    width, mark = (_n(100 * min(1.0, value / most)) for value in (part, usual))
    return _bar(
        format_html(
            '<rect class="fell" x="0" y="0" width="{}" height="8"/><path class="usual" d="M{} 0V8"/>',
            width,
            mark,
        )
    )


class _Place(NamedTuple):
    """A moment and a value as a place in the chart."""

    first: int
    last: int
    low: float
    high: float

    def x(self, moment: int) -> float:
        if self.first == self.last:
            return WIDE / 2
        return WIDE * (moment - self.first) / (self.last - self.first)

    def y(self, value: float) -> float:
        return HIGH * (self.high - value) / (self.high - self.low)


def _grid(place: _Place, levels: Sequence[int]) -> SafeString:
    lines = "".join(f"M0 {_n(place.y(value))}H{WIDE}" for value in levels)
    return format_html('<path class="grid" d="{}"/>', lines)


def _line(place: _Place, points: Sequence[Point]) -> SafeString:
    at = [f"{_n(place.x(moment))} {_n(place.y(value))}" for moment, value in points]
    if len(at) == 1:
        return _dots(at)
    line = format_html('<path class="line" d="M{}"/>', "L".join(at))
    return mark_safe(line + _dots(at)) if len(at) <= DOTTED else line


def _dots(at: Sequence[str]) -> SafeString:
    """A line of no length has round ends, which are not stretched."""
    return format_html('<path class="dots" d="{}"/>', "".join(f"M{point}h0" for point in at))


def _zones(place: _Place, points: Sequence[Point], describe: Callable[[int, float], str]) -> SafeString:
    """Parts that tell the value at their end to a pointer that rests on them."""
    wide = WIDE / ZONES
    zones = {min(ZONES - 1, int(place.x(moment) / wide)): (moment, value) for moment, value in points}
    return format_html_join(
        "",
        '<rect class="zone" x="{}" y="0" width="{}" height="{}"><title>{}</title></rect>',
        ((_n(n * wide), _n(wide), HIGH, describe(*point)) for n, point in zones.items()),
    )


def _stretches(points: Sequence[Point], number: int) -> Iterator[Sequence[Point]]:
    """The points of `number` equal stretches of time, those without any left out."""
    first, last = points[0][0], points[-1][0]
    borders = [first + (last - first) * n // number for n in range(1, number)]
    ends = [bisect_left(points, border, key=lambda point: point[0]) for border in borders]
    for start, end in zip([0, *ends], [*ends, len(points)], strict=True):
        if start < end:
            yield points[start:end]


def _bar(inside: SafeString) -> SafeString:
    return format_html(
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">{}</svg>', inside
    )


def _step(least: float) -> int:
    """The first of 1, 2, 5, 10, 20 … that is not below `least`."""
    power = 10 ** max(0, floor(log10(least))) if least > 0 else 1
    return next(int(step) for factor in (1, 2, 5, 10) if (step := factor * power) >= least)


def _value(point: Point) -> float:
    return point[1]


def _n(number: float) -> str:
    """As short as it is exact enough."""
    return f"{number:.1f}".removesuffix(".0")
