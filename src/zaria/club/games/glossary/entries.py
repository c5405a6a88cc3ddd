"""The words and their explanations, read once for each language from `web/glossary/<language>.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from zaria.games.dice import ROLLS

HOME = Path(__file__).resolve().parents[3] / "web" / "glossary"
ROLL_NAMES = "rolls"
"""The table of a file that holds the names of the rolls."""


class GlossaryEntry(NamedTuple):
    """A word of the games: `key` is its anchor, `also` what players say instead, or ""."""

    key: str
    word: str
    text: str
    also: str = ""


class WordGroup(NamedTuple):
    """Words about one subject."""

    key: str
    title: str
    entries: tuple[GlossaryEntry, ...]


class RollName(NamedTuple):
    """A roll, larger die first, with the name that players give it."""

    dice: tuple[int, int]
    name: str


class Glossary(NamedTuple):
    """All words of a language."""

    groups: tuple[WordGroup, ...]
    entries: Mapping[str, GlossaryEntry]
    rolls_title: str
    rolls_text: str
    rolls: tuple[RollName, ...]


@cache
def glossary(language: str) -> Glossary:
    """Return the words of a language of the site."""
    tables = tomllib.loads((HOME / f"{language}.toml").read_text(encoding="utf-8"))
    rolls = tables.pop(ROLL_NAMES)
    groups = tuple(_group(key, table) for key, table in tables.items())
    entries = {entry.key: entry for group in groups for entry in group.entries}
    return Glossary(groups, entries, rolls["title"], rolls["text"], _roll_names(rolls["names"]))


def _group(key: str, table: Mapping[str, object]) -> WordGroup:
    entries = (GlossaryEntry(name, **fields) for name, fields in table.items() if isinstance(fields, dict))
    return WordGroup(key, str(table["title"]), tuple(entries))


def _roll_names(names: Mapping[str, str]) -> tuple[RollName, ...]:
    return tuple(RollName((high, low), names[f"{high}{low}"]) for high, low in ROLLS)
