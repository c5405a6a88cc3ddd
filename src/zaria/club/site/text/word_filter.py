"""The filter of forbidden words, also in disguise, and of links to other sites.

The staff keeps the list of words (`ForbiddenWord`). Texts and words are compared in a common form: small
letters without accents, similar Latin letters for Cyrillic and Greek ones, letters for the digits and signs
that imitate them. A repeated letter counts once, but a double letter of a forbidden word needs two.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.models import ForbiddenWord
from zaria.club.site.text.link_filter import LOOK_ALIKE_LETTERS, foreign_link
from zaria.club.site.text.plain_text import RefusedTextError

FRESH_SECONDS = 10
"""Seconds for which a process uses the list that it has read."""
_SPELT_OUT = 3
"""Single letters in a row, which are read as one word."""

_LATIN_SIGNS = str.maketrans("013457869@$!|€£", "oieastbbgasiiel")
_CYRILLIC_SIGNS = str.maketrans("0346@", "oзчбa")
_ANY_SIGN = re.compile(r"[013457869@$!|€£]")
_TOKEN = re.compile(r"[@$]?[^\W_]+(?:[@$!|€£]+[^\W_]+)*\$*")

_REPEATED = re.compile(r"(.)\1+")


class _Word(NamedTuple):
    """A word of the list: its letters without repetitions, the count of each, and its open ends."""

    letters: str
    counts: tuple[int, ...]
    open_start: bool
    open_end: bool


class _Words(NamedTuple):
    """The list; `any_word` finds the letters of any word."""

    words: tuple[_Word, ...]
    any_word: re.Pattern[str]


_NO_WORD = re.compile(r"(?!)")
_LIST = "list"
_cache: BoundedCache[str, _Words] = BoundedCache(1, FRESH_SECONDS)


def require_allowed(text: str) -> None:
    """Raise `RefusedTextError` for a text that may not be published.

    Its code is `forbidden_word` or `foreign_link`.
    """
    require_allowed_words(text)
    require_own_links(text)


def require_own_links(text: str) -> None:
    """Raise `RefusedTextError` with the code `foreign_link` for a text with a link to another site."""
    if foreign_link(text):
        raise RefusedTextError("foreign_link", _("Only links to this club are allowed."))


def require_allowed_words(text: str) -> None:
    """Raise `RefusedTextError` with the code `forbidden_word` for a text with a word of the list."""
    if contains_forbidden_word(text):
        raise RefusedTextError(
            "forbidden_word",
            _("This text contains a word that is forbidden here. Please write it differently."),
        )


def contains_forbidden_word(text: str) -> bool:
    """Return whether a text holds a word of the list, which is read every `FRESH_SECONDS`."""
    words = _current()
    return any(_holds(form, words) for form in _forms(text))


def forget_words() -> None:
    """Drop the list, so that the next text reads it; other processes follow after `FRESH_SECONDS`."""
    _cache.clear()


def common_form(word: str) -> str:
    """Return a word in its common form; "" if no letter is left."""
    return " ".join(_TOKEN.findall(_plain(word)))


def _current() -> _Words:
    current = _cache.get(_LIST)
    if current is None:
        words = tuple(_entries(ForbiddenWord.objects.values_list("word", flat=True)))
        current = _Words(words, _pattern({word.letters for word in words}))
        _cache.put(_LIST, current)
    return current


def _pattern(words: set[str]) -> re.Pattern[str]:
    """Return one pattern for all of these words, grouped by their first letters to search faster."""
    if not words:
        return _NO_WORD
    endings_by_letter: dict[str, list[str]] = {}
    for word in sorted(words):
        endings_by_letter.setdefault(word[0], []).append(re.escape(word[1:]))
    groups = (f"{re.escape(first)}(?:{'|'.join(endings)})" for first, endings in endings_by_letter.items())
    return re.compile("|".join(groups))


def _entries(words: Iterable[str]) -> Iterator[_Word]:
    for word in words:
        letters, counts = _runs(common_form(word.strip("*")))
        if letters:
            yield _Word(letters, counts, word.startswith("*"), word.endswith("*"))


def _forms(text: str) -> Iterator[str]:
    """Return the common forms of a text, with blanks between the words: digits have two meanings."""
    plain = _plain(text)
    tokens = _TOKEN.findall(plain)
    if not _ANY_SIGN.search(plain):
        yield " ".join(_joined(tokens))
        return
    yield " ".join(_joined(_translated(tokens, _LATIN_SIGNS)))
    if any(sign in token for token in tokens for sign in "0346@"):
        yield " ".join(_joined(_translated(tokens, _CYRILLIC_SIGNS)))


def _translated(tokens: list[str], signs: dict[int, int]) -> Iterator[str]:
    """Return the words with letters for digits and signs; numbers stay."""
    for token in tokens:
        mixed = len(token) > 1 and not token.isalpha() and any(sign.isalpha() for sign in token)
        yield token.translate(signs) if mixed else token


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(sign for sign in text if not unicodedata.combining(sign)).translate(LOOK_ALIKE_LETTERS)


def _joined(tokens: Iterable[str]) -> Iterator[str]:
    """Return the words of a text, and each row of single letters as a word."""
    tokens = list(tokens)
    if [len(token) for token in tokens].count(1) < _SPELT_OUT:
        yield from tokens
        return
    single: list[str] = []
    for token in tokens:
        if len(token) == 1:
            single.append(token)
            continue
        yield from _spelt_out(single)
        single = []
        yield token
    yield from _spelt_out(single)


def _spelt_out(letters: list[str]) -> Iterator[str]:
    if len(letters) >= _SPELT_OUT:
        yield "".join(letters)
    else:
        yield from letters


def _runs(text: str) -> tuple[str, tuple[int, ...]]:
    """Return the text with each repeated letter once, and the count of each letter."""
    runs = [(letter, sum(1 for _same in same)) for letter, same in groupby(text)]
    return "".join(letter for letter, _count in runs), tuple(count for _letter, count in runs)


def _holds(text: str, words: _Words) -> bool:
    if not words.any_word.search(_REPEATED.sub(r"\1", text)):
        return False
    letters, counts = _runs(text)
    letters, counts = f" {letters} ", (1, *counts, 1)
    return any(_stands_in(letters, counts, word) for word in words.words)


def _stands_in(letters: str, counts: tuple[int, ...], word: _Word) -> bool:
    at = letters.find(word.letters)
    while at >= 0:
        end = at + len(word.letters)
        if (
            (word.open_start or letters[at - 1] == " ")
            and (word.open_end or letters[end] == " ")
            and all(count >= need for count, need in zip(counts[at:end], word.counts, strict=True))
        ):
            return True
        at = letters.find(word.letters, at + 1)
    return False
