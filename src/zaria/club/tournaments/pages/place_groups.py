"""The places that are still possible in a knock-out: groups that narrow until each place is certain."""

from typing import NamedTuple

from zaria.club.tournaments.pages.people import People
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments.state import TournamentState

MOST_PLAYERS = 32
"""The most players of whom groups are shown."""


class PlaceGroup(NamedTuple):
    """The players who share the places from `first` to `last`; `is_in`: they still play."""

    first: int
    last: int
    players: tuple[str, ...]
    is_in: bool

    def people(self, names: People) -> list[Person]:
        """Return its players as pages show them."""
        return [names[player] for player in self.players]


def place_groups(state: TournamentState) -> list[PlaceGroup]:
    """Return the groups of a running knock-out, the best first; none in other formats or large fields."""
    defeats = state.terms.info.defeats
    if not defeats or state.phase != "playing" or len(state.field.entrants) > MOST_PLAYERS:
        return []
    losses, out_in = dict.fromkeys(state.field.entrants, 0), dict[str, int]()
    for number, meetings in enumerate((*state.field.rounds, state.current), start=1):
        for meeting in meetings:
            for side, player in enumerate(meeting.players):
                if player is not None and meeting.result is not None and meeting.result.winner != side:
                    losses[player] += 1
                    if losses[player] == defeats:
                        out_in[player] = number
    number = len(state.field.rounds) + 1
    alive = [player for player in state.field.entrants if player not in out_in]
    fresh = [player for player in state.field.entrants if out_in.get(player) == number]
    to_go = sum(
        any(player is not None and losses[player] == defeats - 1 for player in state.current[place].players)
        for place in state.waiting()
    )
    last = len(alive) + len(fresh)
    groups = [PlaceGroup(1, last if to_go else len(alive), tuple(alive), True)]
    if fresh:
        groups.append(PlaceGroup(len(alive) - to_go + 1, last, tuple(fresh), False))
    for earlier in range(number - 1, 0, -1):
        level = tuple(player for player in state.field.entrants if out_in.get(player) == earlier)
        if level:
            groups.append(PlaceGroup(last + 1, last + len(level), level, False))
            last += len(level)
    return groups
