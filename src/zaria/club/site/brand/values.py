"""The brand of a club."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import get_language

from zaria.club.site.brand.colours import Accents

USUAL_NAME = "Zaria"
LONGEST_NAME, LONGEST_SHORT_NAME, LONGEST_GREETING = 40, 12, 200
"""Characters. A launcher shows twelve under an icon, and the head of a phone has room for as many."""
MOST_GAMES = 6
"""Games in the order of the club: as many as a phone shows at once."""


@dataclass(frozen=True)
class Brand:
    """The values of a club; those left empty are as in every club.

    `games` come first on the front page, and the first of them is offered to a visitor who has not played.
    `offered` are the games that pages offer for play, none for all; every game can be read, replayed, and
    played by its link.
    `greetings` are by language; "" is for every language without its own. `logo` is a square PNG.
    """

    name: str = USUAL_NAME
    short_name: str = USUAL_NAME
    accents: Accents | None = None
    language: str = "en"
    games: tuple[str, ...] = ()
    greetings: Mapping[str, str] = field(default_factory=dict)
    logo: bytes = b""
    offered: tuple[str, ...] = ()

    def offers(self, game: str) -> bool:
        """Return whether pages offer a game for play."""
        return not self.offered or game in self.offered

    @cached_property
    def first_games(self) -> tuple[str, ...]:
        """The games that come first, without those that the club does not offer."""
        return tuple(filter(self.offers, self.games))

    @cached_property
    def logo_version(self) -> str:
        """A name of the logo that changes with it; "" without one."""
        return hashlib.blake2b(self.logo, digest_size=6).hexdigest() if self.logo else ""

    @property
    def greeting(self) -> str:
        """The greeting in the language of the page, ""."""
        return self.greetings.get(get_language() or "") or self.greetings.get("", "")

    @cached_property
    def picture_version(self) -> str:
        """A name of all that pictures of links show of the club; "" for one without a brand of its own."""
        shown = (self.name, self.logo_version, self.accents)
        if shown == (USUAL_NAME, "", None):
            return ""
        return hashlib.blake2b(repr(shown).encode(), digest_size=6).hexdigest()
