"""Cells of Django's lists with the title of their column, which stands beside them on a phone."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

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
