"""The countries of ISO 3166-1, named in the language of the page, and their flags."""

import unicodedata
from functools import cache

from babel import Locale
from django.utils.translation import get_language

_NO_COUNTRIES = {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "XK", "ZZ"}
"""Two letters that Unicode names and ISO 3166-1 does not."""


@cache
def named(language: str) -> dict[str, str]:
    """Names by code, as the alphabet of `language` has them, roughly."""
    territories = Locale.parse(language, sep="-").territories
    name_by_code = {code: name for code, name in territories.items() if code.isalpha() and len(code) == 2}
    countries = [(code, name) for code, name in name_by_code.items() if code not in _NO_COUNTRIES]
    return dict(sorted(countries, key=lambda country: _bare(country[1])))


def names() -> dict[str, str]:
    """Names by code in the language of the page."""
    return named(get_language() or "en")


def flag(code: str) -> str:
    """The flag of a country as two letters that systems with flags draw as one; "" for no country."""
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code) if code in named("en") else ""


def _bare(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
