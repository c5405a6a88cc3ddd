"""Rows of the staff's lists: cells with the title of their column, and how long something has waited."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

register = template.Library()

BLANK = (">-</td>", ">–</td>", ' alt="False"></td>')
"""The ends of cells that say nothing: a card on a phone leaves them out."""


@register.filter
def named_cells(row: Iterable[SafeString], headers: Iterable[Mapping[str, Any]]) -> Iterator[SafeString]:
    """Return the cells of a row as Django has drawn them, with `data-title` and `data-blank`."""
    for cell, header in zip(row, headers, strict=True):
        tag = cell[:3]  # "<td" or "<th"
        # the only header with markup is the box that selects all rows
        title = "" if isinstance(header["text"], SafeString) else escape(capfirst(header["text"]))
        blank = " data-blank" if cell.endswith(BLANK) else ""
        yield mark_safe(f'{tag} data-title="{title}"{blank}{cell[3:]}')


@register.filter
def waiting_time(since: datetime) -> str:
    """Return the time since a moment in its largest unit, rounded down: "5 min", "3 h", "2 d".

    Django's Greek catalogue has no units of time for a filter of its own.
    """
    waited = max(timezone.now() - since, timedelta(0))
    minutes = int(waited.total_seconds()) // 60
    if waited.days:
        words, number = _("{n} d"), waited.days
    elif minutes >= 60:
        words, number = _("{n} h"), minutes // 60
    else:
        words, number = _("{n} min"), minutes
    return words.replace(" ", "\N{NO-BREAK SPACE}").format(n=number)
