"""Finds games by any of their names: in each language of the site, and as players call them elsewhere."""

import unicodedata
from functools import cache

from django.conf import settings
from django.utils import translation

from zaria.club.games.catalogue import TITLES
from zaria.web.messages.games import OTHER_NAMES

LONGEST = 60
"""Characters of a name that are looked at."""

_ALIKE = str.maketrans({"ς": "σ", "ı": "i"})


def games_by_name(text: str) -> list[str]:
    """Return the games that have all words of a text in one of their names, in the order of the catalogue.

    Letters count without their case and accents; the beginning of a word is enough.
    """
    words = _bare(text[:LONGEST]).split()
    if not words:
        return []
    return [game for game, names in _names().items() if any(_has(name, words) for name in names)]


def _has(name: str, words: list[str]) -> bool:
    parts = name.split()
    return all(any(part.startswith(word) for part in parts) for word in words)


@cache
def _names() -> dict[str, frozenset[str]]:
    """Return the names of each game, as they are compared."""
    names = {game: {game, *OTHER_NAMES.get(game, ())} for game in TITLES}
    for language, _title in settings.LANGUAGES:
        with translation.override(language):
            for game, title in TITLES.items():
                names[game].add(str(title))
    return {game: frozenset(map(_bare, texts)) for game, texts in names.items()}


def _bare(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter)).translate(_ALIKE)
    return "".join(letter if letter.isalnum() else " " for letter in bare)
