"""Plots of days: bars without axes, the last of which is today."""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from zaria.club.site.clock import DAY_MS

WIDTH, HEIGHT, GAP = 240, 56, 4
LOWEST = 1.5
"""The height of the bar of a day without anything."""


def counts_by_day(moments: Iterable[int], now: int, days: int) -> list[int]:
    """Return how many of the moments (ms) fall on each of the last days (UTC), today's number last."""
    counts, today = [0] * days, now // DAY_MS
    for moment in moments:
        age = today - moment // DAY_MS
        if 0 <= age < days:
            counts[-1 - age] += 1
    return counts


def bars(values: Sequence[int], label: str, hue: str = "") -> SafeString:
    """Draw a bar for each day; `label` says in words what they are, `hue` is a class of css/components."""
    highest, width = max(*values, 1), (WIDTH + GAP) / len(values) - GAP
    rectangles = []
    for day, value in enumerate(values):
        height = max(LOWEST, value / highest * (HEIGHT - 1))
        mark = "current" if day == len(values) - 1 else ""
        rectangles.append(
            (mark, f"{day * (width + GAP):.1f}", f"{HEIGHT - height:.1f}", f"{width:.1f}", f"{height:.1f}")
        )
    shapes = format_html_join(
        "", '<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="2"/>', rectangles
    )
    return format_html(
        '<svg class="plot bars {}" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"'
        ' aria-label="{}">{}</svg>',
        hue,
        WIDTH,
        HEIGHT,
        label,
        shapes,
    )
