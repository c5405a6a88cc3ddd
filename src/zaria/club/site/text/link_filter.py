"""Finds links to other sites, also in disguise.

A host is a name with a public suffix (`publicsuffixlist` has all of them), four numbers with dots, or a name
after a scheme, before a path or in an e-mail address. People forget the blank after a full stop, and some
suffixes are words: those need more evidence.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from django.conf import settings
from publicsuffixlist import PublicSuffixList

LOOK_ALIKE_LETTERS = str.maketrans(
    "авекмнорстухіјѕһԁԛԝґ" + "αβγεηικμνορτυχωσ" + "ıłøđħŧ",
    "abekmhopctyxijshdqwг" + "abyenikmvoptyxws" + "ilodht",
)
"""Cyrillic, Greek and other letters, as the Latin ones that look alike."""

_FREQUENT_ENDS = frozenset({
    "com", "net", "org", "info", "biz", "io", "gg", "tv", "xyz", "icu", "vip", "bet", "casino", "ru",
    "su", "рф", "рус", "bg", "бг", "ro", "gr", "ελ", "tr", "cy", "md", "ua", "укр", "kz", "eu", "ею",
    "uk", "de", "fr", "nl", "cz", "rs", "mk", "cc", "ws",
})  # fmt: skip
"""Suffixes that make a name a host in any case of its letters."""
_SPLIT_ENDS = r"(?:com|net|org|info|biz|xyz|ru|рф|bg|shop|online|site|top|app|club|casino|bet)"
"""Suffixes that make a name a host even after a blank or a comma."""
_WORDS = frozenset({
    "ac", "ai", "al", "am", "an", "are", "as", "at", "au", "be", "by", "ca", "call", "can", "cool", "day",
    "do", "fast", "fit", "game", "got", "here", "how", "id", "ie", "im", "in", "is", "it", "la", "like",
    "love", "luck", "ma", "me", "men", "mi", "mo", "mu", "my", "na", "ne", "new", "nice", "no", "now", "nu",
    "one", "open", "pa", "pe", "plus", "re", "red", "sa", "safe", "save", "se", "show", "si", "so", "talk",
    "team", "tips", "to", "today", "us", "va", "watch", "ye", "yes", "you", "zero",
})  # fmt: skip
"""Suffixes that are words of a language of the club: a dot before them may be a full stop."""

_RUN = re.compile(r"[\w.-]+")
_NO_HOST = re.compile(r"://(?![\w.-])")
_DOT_WORDS = "dot|точка|τελεία|nokta|punct"
_SCHEME = re.compile(r"\bh(?:tt|xx)ps?\s?:[/\\]*(?=[\w\[])", re.IGNORECASE)
_OTHER_DOTS = str.maketrans(dict.fromkeys("\u3002\u00b7\u2022\u2027\u2219\u22c5\u30fb", "."))
_BRACKETED_DOT = re.compile(
    rf"\s{{0,3}}[(\[{{]\s{{0,3}}(?:\.|{_DOT_WORDS})\s{{0,3}}[)\]}}]\s{{0,3}}", re.IGNORECASE
)
_SPELT_DOT = re.compile(rf"(?<=\w)\s{{1,3}}(?:{_DOT_WORDS})\s{{1,3}}(?={_SPLIT_ENDS}\b)", re.IGNORECASE)
_LOOSE_DOT = re.compile(
    rf"(?<=\w)(?:\s{{1,3}}\.\s{{0,3}}|,|\.\s{{1,3}}(?=(?:com|org)\b))(?={_SPLIT_ENDS}\b)", re.IGNORECASE
)
_NUMBERS = re.compile(r"(?<![\w.])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?!\.?\w)")


def foreign_link(text: str) -> bool:
    """Return whether a text holds the address of another site."""
    text = _with_plain_dots(text)
    if "." not in text and "://" not in text:
        return False
    return (
        _NO_HOST.search(text) is not None
        or any(not _is_own(address) for address in _NUMBERS.findall(text))
        or not all(_is_own(host) for host in _hosts(text))
    )


def _with_plain_dots(text: str) -> str:
    """Return the text with plain dots and schemes in place of disguised ones."""
    text = unicodedata.normalize("NFKC", text).translate(_OTHER_DOTS)
    if ":" in text:
        text = _SCHEME.sub("https://", text)
    text = _SPELT_DOT.sub(".", _BRACKETED_DOT.sub(".", text))
    return _LOOSE_DOT.sub(".", text)


def _hosts(text: str) -> Iterator[str]:
    """Return the hosts of all addresses of pages and of e-mail, with or without the scheme."""
    for run in _RUN.finditer(text):
        start, end = run.span()
        host = run[0].strip(".-")
        labels = host.lower().split(".")
        if (
            text.endswith("://", 0, start)
            or labels[0] == "www"
            or any(label.startswith("xn--") for label in labels)
            or any(
                _is_end(name, end_label) for name, end_label in zip(labels, host.split(".")[1:], strict=False)
            )
            or (_may_be_host(labels) and (text.endswith("@", 0, start) or _is_path(text[end : end + 2])))
        ):
            yield host.lower()


def _is_end(name: str, label: str) -> bool:
    """Return whether a label after a name ends a host: "shop", but not "Thanks" of "game.Thanks"."""
    lower = label.lower()
    spellings = {lower, _latin(lower)}
    if spellings & _FREQUENT_ENDS:
        return True
    if name.isdigit() or not name or label.istitle() or spellings & _WORDS:
        return False
    return len(lower) > 1 and any(_suffixes().publicsuffix(f"x.{end}") for end in spellings)


def _latin(label: str) -> str:
    return unicodedata.normalize("NFKD", label).translate(LOOK_ALIKE_LETTERS)


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False, only_icann=True)


def _may_be_host(labels: list[str]) -> bool:
    """Return whether a name has a suffix of letters. Moves are none: "13/8.bar/20" has a number first."""
    return len(labels) > 1 and len(labels[-1]) > 1 and labels[-1].isalpha() and not labels[-2].isdigit()


def _is_path(following: str) -> bool:
    return len(following) == 2 and following[0] == "/" and not following[1].isspace()


def _is_own(host: str) -> bool:
    host = host.lower().removeprefix("www.")
    return any(
        host == club_host.removeprefix("www.")
        or (club_host.startswith(".") and f".{host}".endswith(club_host))
        for club_host in _own_hosts()
    )


def _own_hosts() -> Iterator[str]:
    yield from settings.ALLOWED_HOSTS
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        yield origin.partition("://")[2].partition(":")[0].replace("*.", ".")
