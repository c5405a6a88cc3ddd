"""Template tags of conversations: the text of a line, and its moment."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString

from zaria.club.conversations.models import Line
from zaria.live.conversations.messages import StoredLine

register = template.Library()


@register.filter
def line_text(line: Line | StoredLine, words: Mapping[str, str]) -> str:
    """The text of a line, a phrase in the reader's language."""
    if line.removed:
        return words["removed"]
    if line.phrase:
        return words[f"phrase_{line.phrase}"]
    return line.text or words["removed"]


@register.simple_tag
def line_time(ms: int) -> SafeString:
    """A moment, UTC; the page's script writes it in the reader's time."""
    at = datetime.fromtimestamp(ms // 1000, UTC)
    text = f"{formats.date_format(at, 'SHORT_DATETIME_FORMAT')} UTC"
    return format_html('<time datetime="{}" data-time="full">{}</time>', at.isoformat(), text)
