"""Small plots without axes, as inline SVG: a line that ends in a checker, bars, and a calendar of days.

Colours are classes of css/components/plots.css. Words and numbers stand beside a plot in HTML; `label` is the
sentence for screen readers. Pure: the same values give the same drawing.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDE, HIGH = 96, 28
"""A sparkline's own coordinates."""
PAD = 4
"""Space around a sparkline, for the checker at its end."""
LUCK_WIDE, LUCK_HIGH = 300, 96
"""A plot of luck's own coordinates."""
MOST_LUCK = 4.0
"""Points of luck from which on bars grow no longer: one match must not flatten all others."""
GAP = 2
"""Space between two bars."""
WEEKS = 53
"""Columns of a calendar: a year, and the days of the week that has begun."""
CELL = 13
"""Width of a calendar's column, with the space beside it."""
SQUARE = 7
"""A day's square without its round edge."""
HEAD = 16
"""Space above a calendar for the names of months."""
STEPS = (1, 2, 4, 8)
"""Counts from which on a day is drawn a step darker."""


class MonthMark(NamedTuple):
    """The name of a month above the column in which it begins."""

    column: int
    name: str


def spark(values: Sequence[float], label: str) -> SafeString:
    """A line through `values` (at least one), which ends in a checker."""
    spots = _spots(values)
    end_x, end_y = spots[-1]
    line = "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in spots)
    curve = SafeString("")
    if len(spots) > 1:
        area = f"{line}V{HIGH}H{_n(spots[0][0])}z"
        curve = format_html('<path class="area" d="{}"/><path class="line" d="{}"/>', area, line)
    return format_html(
        '<svg class="plot spark" viewBox="0 0 {} {}" role="img" aria-label="{}">{}'
        '<circle cx="{}" cy="{}" r="3"/></svg>',
        WIDE, HIGH, label, curve, _n(end_x), _n(end_y),
    )  # fmt: skip


def bars(values: Sequence[float], label: str, current: int | None = None) -> SafeString:
    """Bars as high as their values (not negative); the one at `current` is full, the others are pale."""
    width, height = 100.0, 48.0
    most = max(values, default=0) or 1
    step = (width + GAP) / max(1, len(values))
    drawn = format_html_join(
        "",
        '<rect{} x="{}" y="{}" width="{}" height="{}"/>',
        (
            (
                SafeString(' class="current"') if place == current else "",
                _n(place * step),
                _n(height - (bar := max(1.0, height * value / most))),
                _n(step - GAP),
                _n(bar),
            )
            for place, value in enumerate(values)
        ),
    )
    return format_html(
        '<svg class="plot bars" viewBox="0 0 100 48" preserveAspectRatio="none" role="img" aria-label="{}">{}'
        "</svg>",
        label,
        drawn,
    )


class LuckyMatch(NamedTuple):
    """A match in a plot of luck: the luck above the opponent's (points), and `won`, `drawn` or `lost`."""

    luck: float
    result: str


def luck(matches: Sequence[LuckyMatch], label: str) -> SafeString:
    """A bar for each match, up from the middle for luck and down for bad luck, with its result at the end."""
    middle, reach = LUCK_HIGH / 2, LUCK_HIGH / 2 - 2 * PAD
    most = min(MOST_LUCK, max((abs(match.luck) for match in matches), default=0) or 1)
    step = LUCK_WIDE / max(1, len(matches))
    spots = [
        (_n((place + 0.5) * step), _n(middle - reach * max(-1.0, min(1.0, match.luck / most))), match.result)
        for place, match in enumerate(matches)
    ]
    drawn = format_html_join("", '<path d="M{} {}V{}"/>', ((x, _n(middle), y) for x, y, _result in spots))
    ends = format_html_join(
        "", '<circle class="{}" cx="{}" cy="{}" r="3.4"/>', ((result, x, y) for x, y, result in spots)
    )
    return format_html(
        '<svg class="plot luck" viewBox="0 0 {} {}" role="img" aria-label="{}">'
        '<path class="middle" d="M0 {}H{}"/>{}{}</svg>',
        LUCK_WIDE, LUCK_HIGH, label, _n(middle), LUCK_WIDE, drawn, ends,
    )  # fmt: skip


def calendar(counts: Mapping[date, int], last: date, months: Sequence[str], label: str) -> SafeString:
    """A year of days up to `last`, a column a week from Monday, each as dark as its count.

    `months` are the twelve names from January on.
    """
    first = first_day(last)
    squares: list[list[str]] = [[] for _ in range(len(STEPS) + 1)]
    for number in range((last - first).days + 1):
        count = counts.get(first + timedelta(number), 0)
        column, row = divmod(number, 7)
        x, y = column * CELL + 2, HEAD + row * CELL + 2
        squares[_step(count)].append(f"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")
    days = format_html_join(
        "",
        '<path class="days-{}" d="{}"/>',
        ((step, "".join(paths)) for step, paths in enumerate(squares) if paths),
    )
    names = format_html_join(
        "",
        '<text x="{}" y="10">{}</text>',
        ((mark.column * CELL, mark.name) for mark in _marks(first, last, months)),
    )
    return format_html(
        '<svg class="plot calendar" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}</svg>',
        WEEKS * CELL, HEAD + 7 * CELL, label, names, days,
    )  # fmt: skip


def first_day(last: date) -> date:
    """The Monday with which a calendar up to `last` begins."""
    return last - timedelta(last.weekday() + 7 * (WEEKS - 1))


def _marks(first: date, last: date, months: Sequence[str]) -> list[MonthMark]:
    """The months that begin in the calendar, without one too near to its end to be written."""
    marks = []
    for column in range(WEEKS - 2):
        monday = first + timedelta(7 * column)
        if monday.day <= 7 and monday <= last:
            marks.append(MonthMark(column, months[monday.month - 1]))
    return marks


def _step(count: int) -> int:
    return sum(count >= least for least in STEPS)


def _spots(values: Sequence[float]) -> list[tuple[float, float]]:
    lowest, highest = min(values), max(values)
    if lowest == highest:
        lowest, highest = lowest - 1, highest + 1
    across = (WIDE - 2 * PAD) / max(1, len(values) - 1)
    start = PAD if len(values) > 1 else WIDE - PAD
    return [
        (start + place * across, PAD + (HIGH - 2 * PAD) * (highest - value) / (highest - lowest))
        for place, value in enumerate(values)
    ]


def _n(number: float) -> str:
    """As short as it is exact enough."""
    return f"{number:.1f}".removesuffix(".0")
