"""Plays whole tournaments with players of different strength: for tests, and to try a format."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from zaria.tournaments.draw import drawn_order
from zaria.tournaments.field import DRAW, LOSS, WIN, Field, Meeting, Result
from zaria.tournaments.formats.arena import Arena
from zaria.tournaments.formats.base import Format
from zaria.tournaments.formats.double_elimination import DoubleElimination
from zaria.tournaments.formats.groups import Groups
from zaria.tournaments.formats.knockout import Knockout
from zaria.tournaments.formats.round_robin import RoundRobin
from zaria.tournaments.formats.swiss import Swiss

FORMATS: Mapping[str, Callable[[int], Format]] = MappingProxyType(
    {
        "knockout": lambda rounds: Knockout(),
        "double": lambda rounds: DoubleElimination(),
        "groups": lambda rounds: Groups(),
        "round-robin": lambda rounds: RoundRobin(),
        "swiss": Swiss,
        "arena": Arena,
        "league": lambda rounds: RoundRobin(cycles=2),
    }
)
"""Makes each format, by its name; the number of rounds is that of a Swiss or an arena."""

WITH_DRAWS = frozenset({"round-robin", "swiss", "arena", "league"})
DRAWS, SLOPE = 0.1, 0.15


class Players:
    """Players who win by their strength, and may miss a round."""

    def __init__(
        self, count: int, secret: bytes, chance: Callable[[], float], no_shows: float, draws: bool
    ) -> None:
        """`secret` decides the draw, and `chance` (a number from 0 to 1) the results.

        `no_shows`: the chance to miss a round, from 0 to 1; `draws`: a match may end as one.
        """
        self.ids = tuple(f"p{number}" for number in range(1, count + 1))
        self._strength = {player: -number for number, player in enumerate(self.ids)}
        self._secret, self._chance = secret, chance
        self._no_shows, self._draws = no_shows, draws

    def field(self) -> Field:
        """The field before the first round; the strongest has the first seed."""
        return Field(self.ids, tuple(drawn_order(self._secret, "simulation", "pairs", self.ids)))

    def play(self, meeting: Meeting) -> Meeting:
        """A meeting with its result; who misses the round loses, and both lose if both do."""
        one, two = meeting.players
        if meeting.result is not None or one is None or two is None:
            return meeting
        here = [self._chance() >= self._no_shows for _ in range(2)]
        if all(here):
            result = self._result(one, two)
        else:
            result = Result((WIN if here[0] else LOSS, WIN if here[1] else LOSS), played=False)
        return Meeting(meeting.players, result)

    def _result(self, one: str, two: str) -> Result:
        if self._draws and self._chance() < DRAWS:
            return Result((DRAW, DRAW))
        better = self._strength[one] - self._strength[two]
        chance = 1 / (1 + 10 ** (-SLOPE * better))
        return Result((WIN, LOSS) if self._chance() < chance else (LOSS, WIN))


def simulate(
    name: str, players: int, rounds: int, secret: bytes, chance: Callable[[], float], no_shows: float = 0.0
) -> dict[str, Any]:
    """A whole tournament, as `zaria tournament simulate` prints it."""
    form = FORMATS[name](rounds)
    crowd = Players(players, secret, chance, no_shows, draws=name in WITH_DRAWS)
    field = crowd.field()
    while (meetings := form.next_round(field)) is not None:
        field = field.after(crowd.play(meeting) for meeting in meetings)
    return {
        "format": name,
        "players": list(field.entrants),
        "rounds": [
            {"pairs": [_line(meeting) for meeting in meetings if meeting.players != (None, None)]}
            for meetings in field.rounds
        ],
        "standings": [line.player for line in form.standings(field)],
    }


def _line(meeting: Meeting) -> list[str | None]:
    """Both players and the winner; a player without an opponent stands there twice."""
    one, two = meeting.players
    return [one, two, one if two is None else meeting.winner]
