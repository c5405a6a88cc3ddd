"""All formats of tournaments: one entry each, with everything that other packages ask about a format.

The words of the formats are registered by the club, under the name of the format;
`tests/test_tournament_formats.py` says which of them a format lacks.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from zaria.tournaments.field import Field
from zaria.tournaments.formats.arena import Arena
from zaria.tournaments.formats.base import Format
from zaria.tournaments.formats.double_elimination import DoubleElimination
from zaria.tournaments.formats.groups import Groups
from zaria.tournaments.formats.knockout import Knockout
from zaria.tournaments.formats.round_robin import RoundRobin, rounds_for
from zaria.tournaments.formats.swiss import Swiss

FormatName = Literal["knockout", "double", "groups", "round-robin", "swiss", "arena", "league"]
"""The names under which formats are stored."""

Setting = Literal["seeded", "when_full", "rounds"]
"""Terms of a tournament that only some formats have."""

Bracket = Literal["", "single", "double"]


class FormatTerms(Protocol):
    """The terms from which a format takes its rules."""

    @property
    def rounds(self) -> int:
        """The number of rounds of a Swiss."""

    @property
    def seeded(self) -> bool:
        """True if the bracket is made by ratings."""


class FormatInfo(NamedTuple):
    """The entry of one format.

    * id: the name under which it is stored;
    * create: makes the rules of pairing and ranking from the terms;
    * fraction: the part of a point in which the standings count, 2 for halves; 0: they have places only;
    * settings: the terms that it has beside those of all formats;
    * groups: the players of each group in which everyone meets everyone, or None without groups;
    * bracket: the brackets in which the winners go on, or "";
    * defeats: a player is out after so many defeats; 0: no number of defeats eliminates a player;
    * continuous: without rounds, players are paired whenever they are free, until the clock ends;
    * late_entries: players may enter after the start;
    * arranged: the two players of a match choose its time, up to the end of the round;
    * report_type: the type of the tournament in FIDE's report, or "" if a report cannot have the format.
    """

    id: FormatName
    create: Callable[[FormatTerms], Format]
    fraction: int = 0
    settings: frozenset[Setting] = frozenset()
    groups: Callable[[Field], list[list[str]]] | None = None
    bracket: Bracket = ""
    defeats: int = 0
    continuous: bool = False
    late_entries: bool = False
    arranged: bool = False
    report_type: str = ""

    @property
    def has_qualification(self) -> bool:
        """Return whether the best of the groups go on to a bracket."""
        return self.groups is not None and bool(self.bracket)

    def rounds_before_bracket(self, field: Field) -> int:
        """Return the number of rounds of the groups before the bracket; 0 without them."""
        if self.groups is None or not self.bracket:
            return 0
        return rounds_for(max(map(len, self.groups(field)), default=0))


def _all_players(field: Field) -> list[list[str]]:
    return [list(field.order)]


_FORMATS = (
    FormatInfo(
        "knockout",
        lambda terms: Knockout(seeded=terms.seeded),
        settings=frozenset({"seeded", "when_full"}),
        bracket="single",
        defeats=1,
    ),
    FormatInfo(
        "double",
        lambda terms: DoubleElimination(seeded=terms.seeded),
        settings=frozenset({"seeded"}),
        bracket="double",
        defeats=2,
    ),
    FormatInfo("groups", lambda terms: Groups(), groups=Groups().groups, bracket="single"),
    FormatInfo(
        "round-robin",
        lambda terms: RoundRobin(),
        fraction=2,
        groups=_all_players,
        report_type="Individual: Round-Robin",
    ),
    FormatInfo(
        "swiss",
        lambda terms: Swiss(terms.rounds),
        fraction=2,
        settings=frozenset({"rounds"}),
        late_entries=True,
        report_type="Individual: Swiss-System (Dutch)",
    ),
    FormatInfo("arena", lambda terms: Arena(), fraction=1, continuous=True, late_entries=True),
    FormatInfo(
        "league",
        lambda terms: RoundRobin(cycles=2),
        fraction=2,
        groups=_all_players,
        arranged=True,
        report_type="Individual: Double-Round-Robin",
    ),
)

FORMATS: Mapping[str, FormatInfo] = MappingProxyType({info.id: info for info in _FORMATS})
"""The entry of each format, by its name."""
