"""Tags that explain a word where it stands."""

from typing import cast
from zlib import crc32

from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from zaria.club.games.glossary.notes import TermName, current_entries, explained, named

register = template.Library()

_COUNT = "zaria.terms"


@register.simple_tag(takes_context=True)
def term(context: Context, key: str, label: object = "") -> SafeString:
    """Write a word, or `label` in place of it, which opens its explanation."""
    return explained(key, label, _next_name(context))


@register.simple_tag(takes_context=True)
def field_label(context: Context, field: BoundField) -> SafeString:
    """Write the label of a field, which opens the explanation of its word if it has one."""
    return explain(context, named(field.label, field.name))


@register.simple_tag(takes_context=True)
def explain(context: Context, name: str) -> SafeString:
    """Write a name, which opens the explanation of its word if it has one (`notes.named`)."""
    if isinstance(name, TermName) and name.key in current_entries():
        return explained(name.key, str(name), _next_name(context))
    return conditional_escape(name)


def _next_name(context: Context) -> str:
    """Return an id that neither this page nor a part of it that is fetched later uses twice."""
    # the stubs of Django know only what its own tags note there
    counts = cast("dict[str, int]", context.render_context.dicts[0])
    counts[_COUNT] = counts.get(_COUNT, 0) + 1
    page = context.template.name if context.template is not None else ""
    return f"t{crc32(str(page).encode()) % 0x1000:x}-{counts[_COUNT]}"
