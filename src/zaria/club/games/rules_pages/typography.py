"""Text set so that it reads well."""

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

_TOGETHER = re.compile(r"\d+(?:[-–/]\d+)+(?:\(\d\))?")
"""Rolls, scores and moves: 6-1, 4–2, 13/7/6, 24/18(2)."""


def unbroken(text: str) -> SafeString:
    """`text` as HTML in which no roll and no move is broken over two lines."""
    return mark_safe(_TOGETHER.sub(r'<span class="roll">\g<0></span>', escape(text)))
