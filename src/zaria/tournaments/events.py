"""The history of a tournament. Stored events never change: add fields with defaults, and new events."""

from typing import Literal

import msgspec

from zaria.tournaments.field import Meeting, Result
from zaria.tournaments.terms import TournamentTerms


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An event; `at` is the time in ms since the epoch. `by`: the director who did it, with their reason."""

    at: int
    by: str = ""
    reason: str = ""


class Announced(Event, tag="announced", frozen=True):
    """The tournament is open for entries; `seal` is the commitment to the secret of its draws."""

    id: str
    terms: TournamentTerms
    seal: str


class Entered(Event, tag="entered", frozen=True):
    """A player takes part; `rating` decides the seed."""

    player: str
    rating: int = 0


class Withdrawn(Event, tag="withdrawn", frozen=True):
    """A player takes part no more."""

    player: str


class Begun(Event, tag="begun", frozen=True):
    """Entries are closed, and the secret of the draws (hex) is open."""

    secret: str


class RoundPaired(Event, tag="round", frozen=True):
    """The meetings of the next round."""

    meetings: tuple[Meeting, ...]


class MeetingDecided(Event, tag="decided", frozen=True):
    """The result of meeting `place` (from 0) of round `number` (from 1). One of a director replaces another.

    `how`: "played"; "absent", where somebody did not come; "lot", after a second draw; "director".
    """

    number: int
    place: int
    result: Result
    how: Literal["played", "absent", "lot", "director"] = "played"


class MeetingRepeated(Event, tag="repeated", frozen=True):
    """A meeting that needs a winner was a draw: the two play again with exchanged sides."""

    number: int
    place: int


class Paused(Event, tag="paused", frozen=True):
    """No round begins until it goes on."""


class Resumed(Event, tag="resumed", frozen=True):
    """It goes on."""


class Cancelled(Event, tag="cancelled", frozen=True):
    """It does not take place, or is broken off; `code`: "too_few", "director"."""

    code: str


class Ended(Event, tag="ended", frozen=True):
    """It is over; `standings` has all players, the best first."""

    standings: tuple[str, ...]


AnyEvent = (
    Announced
    | Entered
    | Withdrawn
    | Begun
    | RoundPaired
    | MeetingDecided
    | MeetingRepeated
    | Paused
    | Resumed
    | Cancelled
    | Ended
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """One event as JSON."""
    return _encoder.encode(event)


def decode(body: bytes | str) -> AnyEvent:
    """The event written as JSON in `body`; raises `msgspec.DecodeError`."""
    event: AnyEvent = _decoder.decode(body)
    return event
