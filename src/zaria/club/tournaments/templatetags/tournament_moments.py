"""Moments of tournaments in templates."""

from datetime import UTC, datetime

from django import template
from django.utils.formats import date_format

register = template.Library()


@register.filter
def utc_moment(moment: int) -> str:
    """A moment (ms) in UTC, in the format of the language."""
    return date_format(datetime.fromtimestamp(moment / 1000, UTC), "DATETIME_FORMAT")
