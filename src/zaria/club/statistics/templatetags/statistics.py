"""Template tags of statistics: bars, moments, changes of a rating, words for results."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

from zaria.club.ratings.trends import DAYS, Trend
from zaria.club.statistics import charts, match_list, plots
from zaria.club.statistics.dice import FACES, FEWEST, FaceCount
from zaria.club.statistics.overview import ResultTally
from zaria.club.statistics.player_matches import KINDS, RESULTS, Kind, Result

register = template.Library()

USUAL = 100 / FACES
"""Percent of all dice that show a given face."""


@register.simple_tag
def parts(tally: ResultTally) -> SafeString:
    """A bar of what was won, drawn and lost."""
    return charts.parts(tally.won, tally.drawn, tally.lost)


@register.simple_tag
def fell(face: FaceCount) -> SafeString:
    """A bar of how often a face fell, from nothing to twice the usual."""
    return charts.level(face.share, USUAL, 2 * USUAL)


@register.simple_tag
def fewest() -> int:
    """Rolls of which nothing is said yet."""
    return FEWEST


@register.simple_tag
def rating_trend(trend: Trend) -> SafeString:
    """A line through a rating of the last month."""
    label = ngettext("{change} in the last {n} day", "{change} in the last {n} days", DAYS)
    words = label.format(change=match_list.signed(trend.change), n=DAYS)
    return plots.spark([float(value) for value in trend.values], words)


@register.filter
def moment(ms: int) -> datetime:
    """A stored moment, UTC."""
    return datetime.fromtimestamp(ms // 1000, UTC)


register.filter(match_list.signed)


@register.filter
def way(change: Decimal) -> str:
    """Direction of a change, as a class of the style sheet."""
    return "up" if change > 0 else "down" if change < 0 else "unchanged"


@register.filter
def result(value: Result) -> Any:
    """A result in words."""
    return RESULTS[value]


@register.filter
def kind(value: Kind) -> Any:
    """A kind of opponents in words."""
    return KINDS[value]
