"""What a login may be: the seeds' rule, and the words that the staff refuses, also in disguise."""

import re
from collections.abc import Callable, Iterable

from django.utils.translation import gettext_lazy

LEAST, MOST = 5, 10

RULES: dict[str, tuple[Callable[[str], object], object, str]] = {
    "length": (lambda text: LEAST <= len(text) <= MOST, gettext_lazy("5 to 10 characters"), "^[^]{5,10}$"),
    "signs": (
        re.compile(r"[A-Za-z0-9]*\Z", re.ASCII).match,
        gettext_lazy("only Latin letters and digits"),
        "^[A-Za-z0-9]*$",
    ),
}
"""What is asked: whether a login keeps it, how it is said, and the same for a browser."""

_ALIKE = str.maketrans("01i34578", "olleastb")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def broken(login: str) -> list[object]:
    """The rules that a login breaks, as they are said."""
    return [said for kept, said, _pattern in RULES.values() if not kept(login)]


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
