"""Mails as HTML, made of their text: both parts of a mail say the same.

The text of a mail is made of paragraphs. An address of the club stands on a line of its own, and the line
above it says what it is for: in HTML it is a golden button, and in the foot a link. The foot begins with the
line `FOOT`.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from django.template.loader import render_to_string

from zaria.club.site.brand import state

FOOT = "-- "
"""The line above the foot, which mail programs know as that above a signature."""
_EMPTY_LINES = re.compile(r"\n\s*\n")


class Part(NamedTuple):
    """Lines of text, or one link with the address to which it leads."""

    lines: tuple[str, ...]
    address: str = ""


def addresses(context: Mapping[str, Any]) -> frozenset[str]:
    """The addresses of the club in the context of a mail: what people have written is no link."""
    return frozenset(
        value for name, value in context.items() if name == "url" or (name.endswith("_url") and value)
    )


def html(subject: str, text: str, links: Collection[str]) -> str:
    """Return a mail as HTML, in the present language. Of its addresses, those of `links` can be followed."""
    body, _, foot = text.rpartition(f"\n{FOOT}\n")
    parts = list(_parts(body, links))
    if parts and parts[0] == Part((subject,)):
        del parts[0]
    context = {
        "subject": subject,
        "parts": parts,
        "foot": list(_parts(foot, links)),
        "brand": state.current(),
    }
    return render_to_string("zaria/mail.html", context)


def _parts(text: str, links: Collection[str]) -> Iterator[Part]:
    for paragraph in _EMPTY_LINES.split(text.strip()):
        lines: list[str] = []
        for line in map(str.strip, paragraph.splitlines()):
            if line not in links:
                lines.append(line)
                continue
            label = lines.pop() if lines else line
            if lines:
                yield Part(tuple(lines))
            yield Part((label.removesuffix(":"),), line)
            lines = []
        if lines:
            yield Part(tuple(lines))
