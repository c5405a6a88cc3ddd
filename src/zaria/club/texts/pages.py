"""A text as a page: the HTML with its contents, and the list of its versions."""

import re
from typing import Any, NamedTuple

from django.http import Http404
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe

from zaria.club.site.text.markdown import BELOW_TITLE, render
from zaria.club.texts import queries
from zaria.club.texts.directives import Facts, filled
from zaria.club.texts.kinds import TextKind

_HEADING = re.compile(r"<h2>(.*?)</h2>", re.DOTALL)
LONG = 4
"""Headings from which on a page has a list of contents."""


class Heading(NamedTuple):
    """A line of the contents; `name` is its address within the page."""

    name: str
    title: str


def page_context(kind: TextKind, number: str, language: str, facts: Facts) -> dict[str, Any]:
    """Context of the page of a text; `number` is that of a version, "" for the one in force.

    Raises `Http404` for a version that does not exist.
    """
    versions = queries.versions(kind)
    shown = (
        next((version for version in versions if str(version.number) == number), None)
        if number
        else versions[0]
    )
    if shown is None:
        raise Http404
    html = render(filled(queries.markdown_of(kind, shown.number, language), facts), BELOW_TITLE, breaks=False)
    html, headings = _with_names(html)
    return {
        "kind": kind,
        "title": kind.label,
        "html": html,
        "headings": headings if len(headings) >= LONG else [],
        "shown": shown,
        "is_in_force": shown == versions[0],
        "versions": versions,
    }


def _with_names(html: SafeString) -> tuple[SafeString, list[Heading]]:
    """The HTML with a name for each heading, and the list of them."""
    headings: list[Heading] = []

    def named(match: re.Match[str]) -> str:
        headings.append(Heading(f"part-{len(headings) + 1}", strip_tags(match[1])))
        return f'<h2 id="{headings[-1].name}">{match[1]}</h2>'

    return mark_safe(_HEADING.sub(named, html)), headings
