"""The history of a tournament. Stored events never change: add fields with defaults, and new events."""

from typing import Literal

import msgspec

from zaria.tournaments.field import Meeting, Result
from zaria.tournaments.terms import TournamentTerms

EDITION = 1
"""The edition of the rules by which new tournaments are verified."""

How = Literal["played", "absent", "lot", "director"]
"""The ways in which a meeting is decided."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An event; `at` is the time in ms since the epoch. `by`: the director who did it, with their reason."""

    at: int
    by: str = ""
    reason: str = ""


class Announced(Event, tag="announced", frozen=True):
    """The tournament is open for entries; `seal` is the commitment to the secret of its draws.

    `edition` is that of the rules by which it is verified. Before `EDITION` 1 a Swiss ended where sides
    forbade all pairs, and a tournament without a match had a winner.
    """

    id: str
    terms: TournamentTerms
    seal: str
    edition: int = 0


class Entered(Event, tag="entered", frozen=True):
    """A player takes part; `rating` decides the seed, and `nonce` is their part of the draw ("": none)."""

    player: str
    rating: int = 0
    nonce: str = ""


class Withdrawn(Event, tag="withdrawn", frozen=True):
    """A player takes part no more.

    `code` says why where nobody asked for it: "no_check_in"; "absent" from a match of an arena.
    """

    player: str
    code: Literal["", "no_check_in", "absent"] = ""


class CheckedIn(Event, tag="checked_in", frozen=True):
    """A player is present before the start."""

    player: str


class Edited(Event, tag="edited", frozen=True):
    """The terms are others."""

    terms: TournamentTerms


class Replaced(Event, tag="replaced", frozen=True):
    """Another has the place of a player; `rating` and `nonce` are theirs."""

    player: str
    other: str
    rating: int = 0
    nonce: str = ""


class Begun(Event, tag="begun", frozen=True):
    """Entries are closed. `secret` is that of the draws, in hex.

    Until the tournament is over it is not published, for lots follow from it, too: an event that is published
    before has `order` instead, the players as the draw has put them.
    """

    secret: str
    order: tuple[str, ...] = ()


class RoundPaired(Event, tag="round", frozen=True):
    """The meetings of the next round."""

    meetings: tuple[Meeting, ...]


class MeetingsPaired(Event, tag="paired", frozen=True):
    """More meetings of an arena, after those that it has."""

    meetings: tuple[Meeting, ...]


class PairsSet(Event, tag="pairs", frozen=True):
    """The pairs of the next round by hand; the other players have a bye. Without pairs: by the rules."""

    pairs: tuple[tuple[str, str], ...]


class MeetingDecided(Event, tag="decided", frozen=True):
    """The result of meeting `place` (from 0) of round `number` (from 1). One of a director replaces another.

    `how`: "played"; "absent", where somebody did not come; "lot", after a second draw; "director".
    """

    number: int
    place: int
    result: Result
    how: How = "played"


class MeetingRepeated(Event, tag="repeated", frozen=True):
    """A meeting that needs a winner was a draw: the two play again with exchanged sides."""

    number: int
    place: int


class MeetingReopened(Event, tag="reopened", frozen=True):
    """A meeting has another match: by the director, or because the club was closed while both had to come."""

    number: int
    place: int


class Undone(Event, tag="undone", frozen=True):
    """The director's act in event `number` (from 0) is taken back."""

    number: int


class Paused(Event, tag="paused", frozen=True):
    """No round begins until it goes on."""


class Resumed(Event, tag="resumed", frozen=True):
    """It goes on."""


class Cancelled(Event, tag="cancelled", frozen=True):
    """It does not take place, or is broken off; `code`: "too_few", "director", "no_match".

    "no_match": it came to its end, but no match had been played at a board.
    """

    code: str


class Ended(Event, tag="ended", frozen=True):
    """It is over; `standings` has all players, the best first."""

    standings: tuple[str, ...]


AnyEvent = (
    Announced
    | Entered
    | Withdrawn
    | CheckedIn
    | Edited
    | Replaced
    | Begun
    | RoundPaired
    | MeetingsPaired
    | PairsSet
    | MeetingDecided
    | MeetingRepeated
    | MeetingReopened
    | Undone
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
