"""The licences under which members give their matches to the public archives.

Each player has a word of their own (`profile.preferences`, "archive"), and the stricter of the two holds for
a match. A member who has said nothing gives nothing: silence is no licence, and CC0 cannot be taken back from
those who have a copy.
"""

from collections.abc import Iterable
from typing import NamedTuple

from zaria.club.accounts.models import Member
from zaria.club.profile import preferences, privacy

PREFERENCE = "archive"
EXCLUDED = "no"


class Licence(NamedTuple):
    """A licence: its identifier by SPDX, its name, and where its text stands or what holds instead."""

    spdx: str
    name: str
    terms: str


LICENCES = {
    "cc0": Licence(
        "CC0-1.0", "CC0 1.0 Universal", "https://creativecommons.org/publicdomain/zero/1.0/legalcode"
    ),
    "by": Licence(
        "CC-BY-4.0",
        "Creative Commons Attribution 4.0 International",
        "https://creativecommons.org/licenses/by/4.0/legalcode",
    ),
    "by-nc": Licence(
        "CC-BY-NC-4.0",
        "Creative Commons Attribution-NonCommercial 4.0 International",
        "https://creativecommons.org/licenses/by-nc/4.0/legalcode",
    ),
    "ask": Licence(
        "LicenseRef-Ask-The-Players",
        "No licence but to read and replay",
        "Ask the players, by their names at the club, before you use the match in another way.",
    ),
}
"""The licences by the value of the preference, the most liberal first."""
_ORDER = (*LICENCES, EXCLUDED)


def word_of(member: Member) -> str:
    """Return what a member allows: a key of `LICENCES`, or `EXCLUDED`."""
    if not privacy.shows(member, "games"):
        return EXCLUDED
    return str(preferences.value(member.settings, PREFERENCE))


def strictest(words: Iterable[str]) -> str:
    """Return the word that holds for a match; `EXCLUDED` where nobody has allowed anything."""
    return max(words, key=_ORDER.index, default=EXCLUDED)


def lasting(member: Member) -> dict[str, preferences.Value]:
    """Return the settings that stay when an account is deleted: the licence of matches, if there is one.

    The matches stay without a name, on the terms on which the member gave them.
    """
    word = word_of(member)
    return {} if word == EXCLUDED else {PREFERENCE: word}
