"""Template filters of progress: margins, losses, signed points."""

from django import template
from django.utils.formats import number_format

from zaria.bots.analysis.game_sums import FINE
from zaria.bots.analysis.shape import Unit
from zaria.club.site.text.percents import percent_text

register = template.Library()


@register.filter
def margin(value: float) -> str:
    """The margin of a rate, with its sign."""
    return f"± {number_format(round(value, 1), 1)}"


@register.filter
def loss(value: int, unit: Unit) -> str:
    """A loss in `FINE` units: points, or per cent of the winning chances."""
    if unit == "chance":
        return percent_text(100 * value / FINE, 0)
    return number_format(round(value / FINE, 2), 2)


@register.filter
def signed_points(value: float) -> str:
    """Points with their sign; whole ones without decimals."""
    text = number_format(round(abs(value), 1), 0 if isinstance(value, int) else 1)
    return f"+{text}" if value > 0 else f"−{text}" if value < 0 else text


@register.filter
def size(value: float) -> float:
    """A number without its sign."""
    return abs(value)
