"""The state of a tournament, and how each event changes it."""

from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from zaria.tournaments import events as ev
from zaria.tournaments.draw import drawn_order
from zaria.tournaments.field import Field, Meeting, Result, Round
from zaria.tournaments.terms import TournamentTerms

Phase = Literal["open", "playing", "over", "cancelled"]


class BrokenTournamentError(ValueError):
    """Events that make no tournament."""


class Tournament(msgspec.Struct, frozen=True):
    """A tournament. `current` are the meetings of the round that is played; `ratings` the players by entry.

    `repeats` counts how often a meeting of the current round, by its place, was a draw and is played again.
    """

    id: str
    terms: TournamentTerms
    seal: str
    phase: Phase = "open"
    ratings: dict[str, int] = {}
    field: Field = Field((), ())
    current: Round = ()
    repeats: dict[int, int] = {}
    secret: bytes = b""
    paused: bool = False
    standings: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The number of the current round, from 1; 0 before the first."""
        return len(self.field.rounds) + bool(self.current)

    def waiting(self) -> list[int]:
        """The places of the meetings of the current round that are not decided."""
        return [place for place, meeting in enumerate(self.current) if meeting.result is None]


def replay(events: Iterable[ev.AnyEvent]) -> Tournament:
    """The tournament that these events amount to; raises `BrokenTournamentError` if there is none."""
    found: Tournament | None = None
    for event in events:
        found = evolve(found, event)
    if found is None:
        raise BrokenTournamentError("no events")
    return found


def evolve(before: Tournament | None, event: ev.AnyEvent) -> Tournament:
    """The tournament after an event. Events are trusted: `decide` has checked them."""
    if before is None or isinstance(event, ev.Announced):
        if before is not None or not isinstance(event, ev.Announced):
            raise BrokenTournamentError("a tournament is announced once, and first")
        return Tournament(event.id, event.terms, event.seal)
    match event:
        case ev.Entered():
            return _entered(before, event)
        case ev.Withdrawn():
            return _withdrawn(before, event.player)
        case ev.Begun():
            return _begun(before, bytes.fromhex(event.secret))
        case ev.RoundPaired():
            return replace(before, field=_closed(before), current=event.meetings, repeats={})
        case ev.MeetingDecided():
            return replace(before, current=_put(before.current, event.place, event.result))
        case ev.MeetingRepeated():
            times = before.repeats.get(event.place, 0) + 1
            return replace(before, repeats={**before.repeats, event.place: times})
        case ev.Paused() | ev.Resumed():
            return replace(before, paused=isinstance(event, ev.Paused))
        case ev.Cancelled():
            return replace(before, phase="cancelled", current=())
        case ev.Ended():
            return replace(before, phase="over", field=_closed(before), current=(), standings=event.standings)


def _entered(before: Tournament, event: ev.Entered) -> Tournament:
    ratings = {**before.ratings, event.player: event.rating}
    if before.phase == "open":
        return replace(before, ratings=ratings)
    field = before.field
    if event.player in field.entrants:
        back = replace(field, withdrawn=field.withdrawn - {event.player})
    else:  # who comes late has the last seed, so the numbers of the others stay
        back = replace(field, entrants=(*field.entrants, event.player), order=(*field.order, event.player))
    return replace(before, ratings=ratings, field=back)


def _withdrawn(before: Tournament, player: str) -> Tournament:
    if before.phase == "open":
        ratings = {one: rating for one, rating in before.ratings.items() if one != player}
        return replace(before, ratings=ratings)
    return replace(before, field=replace(before.field, withdrawn=before.field.withdrawn | {player}))


def _begun(before: Tournament, secret: bytes) -> Tournament:
    order = tuple(drawn_order(secret, before.id, "pairs", before.ratings))
    place = {player: number for number, player in enumerate(order)}
    seeds = sorted(before.ratings, key=lambda player: (-before.ratings[player], place[player]))
    return replace(before, phase="playing", secret=secret, field=Field(tuple(seeds), order))


def _closed(before: Tournament) -> Field:
    return before.field.after(before.current) if before.current else before.field


def _put(meetings: Round, place: int, result: Result) -> Round:
    decided = Meeting(meetings[place].players, result)
    return (*meetings[:place], decided, *meetings[place + 1 :])
