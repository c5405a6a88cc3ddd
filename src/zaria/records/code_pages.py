"""Guesses the code page of a text that is not UTF-8: what older Windows programs leave behind."""

import re
from functools import lru_cache

CODE_PAGES = {
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp866": "IBM866",
    "koi8_r": "KOI8-R",
}
"""The code pages that are tried, with their public names.

1254 stands for 1252, too: they differ in six letters, which are Turkish in one and Icelandic in the other.
"""

_OF_LANGUAGE = {"bg": "cp1251", "el": "cp1253", "ro": "cp1250", "ru": "cp1251", "tr": "cp1254"}
_GUESSED = ("cp1251", "cp1253", "cp1254", "cp866", "koi8_r")
_WORD = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
_MOST_LETTERS = 4_000
_LEAST_LETTERS = 400
"""A guess about a few letters is better about many of them, so short texts are repeated."""


@lru_cache(maxsize=4)
def guess_code_page(body: bytes, language: str = "") -> str | None:
    """The code page that fits a text best, None if none does; `language` is that of the reader."""
    words = b" ".join(_WORD.findall(body[: 64 * _MOST_LETTERS]))[:_MOST_LETTERS]
    preferred = _OF_LANGUAGE.get(language)
    if preferred is not None and _is_words(words, preferred) and _decodes(body, preferred):
        return preferred
    from charset_normalizer import from_bytes  # only files that are not UTF-8 need it

    sample = (words + b" ") * (1 + _LEAST_LETTERS // (len(words) + 1))
    best = from_bytes(sample, cp_isolation=list(_GUESSED), threshold=1.0).best()
    if best is None or not _decodes(body, best.encoding):
        return next((page for page in _GUESSED if _decodes(body, page)), None)
    return best.encoding


def _is_words(words: bytes, page: str) -> bool:
    try:
        return words.decode(page).replace(" ", "").isalpha()
    except UnicodeDecodeError:
        return False


def _decodes(body: bytes, page: str) -> bool:
    try:
        body.decode(page)
    except UnicodeDecodeError:
        return False
    return True
