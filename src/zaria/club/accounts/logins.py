"""The rules of a login, and the words that the staff refuses, also in disguise."""

import re
from collections.abc import Callable, Collection, Iterable

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

LEAST, MOST = settings.LOGIN_LENGTH

RULES: dict[str, tuple[Callable[[str], object], object, str]] = {
    "length": (
        lambda text: LEAST <= len(text) <= MOST,
        format_lazy(gettext_lazy("{least} to {most} characters"), least=LEAST, most=MOST),
        f"^[^]{{{LEAST},{MOST}}}$",
    ),
    "signs": (
        re.compile(r"[A-Za-z0-9]*\Z", re.ASCII).match,
        gettext_lazy("only Latin letters and digits"),
        "^[A-Za-z0-9]*$",
    ),
}
"""Rules of a login: a check, its words, and the same as a browser's pattern."""

_DIGITS, _NUMBER = "0123456789", re.compile("[0-9]+")
_ALIKE = str.maketrans("01i34578", "olleastb")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def broken(login: str) -> dict[str, object]:
    """The rules that a login breaks: name and text."""
    return {name: words for name, (is_kept, words, _pattern) in RULES.items() if not is_kept(login)}


def plain(text: str) -> str:
    """A login without its disguise: signs that look alike are one."""
    text = text.lower().translate(_ALIKE)
    for pair, sign in _PAIRS:
        text = text.replace(pair, sign)
    return text


def holds(login: str, words: Iterable[tuple[str, bool]]) -> bool:
    """True if a login holds one of `words`; those that count only as a whole may also stand in a row."""
    words, lower = list(words), login.lower()
    inside = plain(login)
    if any(word in lower or plain(word) in inside for word, alone in words if not alone):
        return True
    whole = {plain(word) for word, alone in words if alone}
    bare = (lower.strip(_DIGITS), lower.rstrip("s"), lower.strip(_DIGITS).rstrip("s"), _NUMBER.sub("", lower))
    return any(_made_of(text, whole) for text in {inside, *map(plain, bare)})


def _made_of(text: str, words: Collection[str]) -> bool:
    """True if `text` is one of `words`, or several in a row."""
    reached = {0}
    for end in range(1, len(text) + 1):
        if any(text[start:end] in words for start in reached):
            reached.add(end)
    return bool(text) and len(text) in reached
