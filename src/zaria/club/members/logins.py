"""The rules of a login, and the words that the staff refuses, also in disguise."""

import re
from collections.abc import Callable, Iterable

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
"""What is asked: whether a login keeps it, how it is said, and the same for a browser."""

_ALIKE = str.maketrans("01i34578", "olleastb")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def broken(login: str) -> dict[str, object]:
    """The rules that a login breaks: name and text."""
    return {name: said for name, (kept, said, _pattern) in RULES.items() if not kept(login)}


def plain(text: str) -> str:
    """A login without its disguise: signs that look alike are one."""
    text = text.lower().translate(_ALIKE)
    for pair, sign in _PAIRS:
        text = text.replace(pair, sign)
    return text


def holds(login: str, words: Iterable[tuple[str, bool]]) -> bool:
    """Whether a login holds one of `words`, or is one that counts only as a whole."""
    inside = plain(login)
    whole = {inside, plain(login.strip("0123456789")), plain(login.lower().rstrip("s"))}
    return any(plain(word) in whole if alone else plain(word) in inside for word, alone in words)
