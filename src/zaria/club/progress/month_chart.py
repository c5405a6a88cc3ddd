"""The chart of a member's months: a line through their error rates on the band in which each may really lie.

An SVG without text, as in `zaria.club.statistics.charts`; a month with few decisions is grey.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from zaria.club.statistics.charts import HIGH, WIDE, scale

ROOM = 0.06
"""The part of the width that is free at either end, for the dots of the first and the last month."""


class MonthRate(NamedTuple):
    """A month in the chart: its place from 0 on, its rate and margin; `is_few`: it is drawn in grey."""

    place: int
    rate: float
    margin: float
    is_few: bool
    words: str


class MonthChart(NamedTuple):
    """The drawing, and the rates that stand beside it from top to bottom."""

    drawing: SafeString
    levels: list[int]


def month_chart(months: Sequence[MonthRate], title: str, desc: str) -> MonthChart:
    """Return a chart of these months, in order and at least one."""
    most = max(month.rate + min(month.margin, month.rate) for month in months)
    levels = scale([0.0, most])
    last = months[-1].place
    spots = [_Spot(_x(month.place, last), month, levels[0]) for month in months]
    drawing = format_html(
        '<svg class="history months" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"'
        ' aria-labelledby="months-title months-desc">'
        '<title id="months-title">{}</title><desc id="months-desc">{}</desc>'
        '<path class="grid" d="{}"/>{}<path class="line" d="M{}"/>{}{}{}</svg>',
        WIDE,
        HIGH,
        title,
        desc,
        SafeString("".join(f"M0 {_n(HIGH * (1 - level / levels[0]))}H{WIDE}" for level in levels)),
        _band(spots),
        SafeString("L".join(f"{_n(spot.x)} {_n(spot.y(spot.month.rate))}" for spot in spots)),
        _dots([spot for spot in spots if spot.month.is_few], "dots few"),
        _dots([spot for spot in spots if not spot.month.is_few], "dots"),
        _zones(spots),
    )
    return MonthChart(drawing, levels)


class _Spot(NamedTuple):
    """The place of a month across the chart."""

    x: float
    month: MonthRate
    most: float

    def y(self, rate: float) -> float:
        """Return the height of a rate in the chart's coordinates."""
        return HIGH * (1 - max(0.0, min(self.most, rate)) / self.most)


def _x(place: int, last: int) -> float:
    return WIDE / 2 if last == 0 else WIDE * (ROOM + (1 - 2 * ROOM) * place / last)


def _band(spots: Sequence[_Spot]) -> SafeString:
    """Return the band between the lowest and the highest likely rates; of one month a bar."""
    if len(spots) == 1:
        spot = spots[0]._replace(x=spots[0].x - 8)
        spots = [spot, spot._replace(x=spot.x + 16)]
    above = [(spot.x, spot.y(spot.month.rate + spot.month.margin)) for spot in spots]
    below = [(spot.x, spot.y(spot.month.rate - spot.month.margin)) for spot in reversed(spots)]
    path = "L".join(f"{_n(x)} {_n(y)}" for x, y in above + below)
    return format_html('<path class="likely" d="M{}z"/>', path)


def _dots(spots: Sequence[_Spot], style: str) -> SafeString:
    if not spots:
        return SafeString("")
    path = "".join(f"M{_n(spot.x)} {_n(spot.y(spot.month.rate))}h0" for spot in spots)
    return format_html('<path class="{}" d="{}"/>', style, path)


def _zones(spots: Sequence[_Spot]) -> SafeString:
    """Return parts that tell a month to a pointer that rests on them."""
    width = WIDE / (spots[-1].month.place + 1)
    return format_html_join(
        "",
        '<rect class="zone" x="{}" y="0" width="{}" height="{}"><title>{}</title></rect>',
        ((_n(spot.x - width / 2), _n(width), HIGH, spot.month.words) for spot in spots),
    )


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")
