"""The terms of a tournament, as its director sets them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import msgspec

from zaria.match.terms import Terms
from zaria.tournaments.formats.arena import Arena
from zaria.tournaments.formats.base import Format
from zaria.tournaments.formats.double_elimination import DoubleElimination
from zaria.tournaments.formats.groups import Groups
from zaria.tournaments.formats.knockout import Knockout
from zaria.tournaments.formats.round_robin import RoundRobin
from zaria.tournaments.formats.swiss import Swiss

MOST_PLAYERS = 10_000


class TournamentTerms(msgspec.Struct, frozen=True, omit_defaults=True):
    """`format` is a name of `FORMATS`, `match` the terms of each match, `starts_at` ms since the epoch.

    `rounds` is the number of rounds of a Swiss or an arena; `seeded`: a bracket is made by ratings and not by
    the draw. With fewer than `least` players at the start it is cancelled; `most` players may enter.
    """

    format: str
    match: Terms
    starts_at: int
    rounds: int = 5
    seeded: bool = False
    least: int = 2
    most: int = MOST_PLAYERS

    def is_sound(self) -> bool:
        """Return whether there can be such a tournament."""
        return self.format in FORMATS and self.rounds > 0 and 2 <= self.least <= self.most <= MOST_PLAYERS

    @property
    def rules(self) -> Format:
        """The rules of pairing and ranking."""
        return FORMATS[self.format](self)


FORMATS: Mapping[str, Callable[[TournamentTerms], Format]] = MappingProxyType(
    {
        "knockout": lambda terms: Knockout(terms.seeded),
        "double": lambda terms: DoubleElimination(terms.seeded),
        "groups": lambda terms: Groups(),
        "round-robin": lambda terms: RoundRobin(),
        "swiss": lambda terms: Swiss(terms.rounds),
        "arena": lambda terms: Arena(terms.rounds),
        "league": lambda terms: RoundRobin(cycles=2),
    }
)
"""Makes the rules of each format, by its name."""

LATE_ENTRIES = frozenset({"swiss", "arena"})
"""Formats that one may enter after the start."""
