"""Directives of a text beside its Markdown, so that it says what is true of this club.

* `{{ value name }}`: a value of the club, such as a number of days;
* a paragraph between the lines `{{ if name }}` and `{{ end }}`: only where the club has what it is about.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

_VALUE = re.compile(r"\{\{ value (\w+) \}\}")
_BLOCK = re.compile(r"^\{\{ if (\w+) \}\}\n(.*?)^\{\{ end \}\}(?:\n|\Z)", re.MULTILINE | re.DOTALL)
_ANY = re.compile(r"\{\{.*?\}\}")
_SIGNS = re.compile(r"([\\`*_{}\[\]<>()#+.!|~-])")

NAMES = ("club", "owner", "session_days", "address_days", "least", "most", "cookies")
"""The values."""
CONDITIONS = ("address_days", "payments", "payouts", "providers")
"""The conditions."""


class Facts(NamedTuple):
    """The values by name, as Markdown, and the conditions that are met."""

    values: Mapping[str, str]
    met: Collection[str]


def escaped(text: str) -> str:
    """A text as Markdown that shows it as it is."""
    return _SIGNS.sub(r"\\\1", text)


def filled(markdown: str, facts: Facts) -> str:
    """The text with its values, without the paragraphs of unmet conditions."""
    shown = _BLOCK.sub(lambda match: match[2] if match[1] in facts.met else "", markdown)
    return _VALUE.sub(lambda match: facts.values.get(match[1], match[0]), shown)


def unknown(markdown: str) -> Iterator[str]:
    """Each directive of a text that means nothing."""
    text = _BLOCK.sub(lambda match: match[2] if match[1] in CONDITIONS else match[0], markdown)
    text = _VALUE.sub(lambda match: "" if match[1] in NAMES else match[0], text)
    yield from _ANY.findall(text)
