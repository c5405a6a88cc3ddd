"""The history of a tournament. Stored events never change: add fields with defaults, and new events."""

from typing import Literal

import msgspec

from zaria.tournaments.field import Meeting, Result
from zaria.tournaments.terms import TournamentTerms

EDITION = 1
"""The edition of the rules by which new tournaments are verified."""

How = Literal["played", "absent", "lot", "director", "unfinished"]
"""The ways in which a meeting is decided."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An event at `at` (ms since the epoch). `by` is the director who acted, with their reason."""

    at: int
    by: str = ""
    reason: str = ""


class Announced(Event, tag="announced", frozen=True):
    """The tournament was announced and opened for entries; `seal` commits to the secret of its draws.

    `edition` is that of the rules by which it is verified. Before `EDITION` 1 a Swiss ended where sides
    forbade all pairs, and a tournament without a match had a winner.
    """

    id: str
    terms: TournamentTerms
    seal: str
    edition: int = 0


class Entered(Event, tag="entered", frozen=True):
    """A player entered; `rating` decides the seed, and `nonce` is their part of the draw ("": none)."""

    player: str
    rating: int = 0
    nonce: str = ""


class Withdrawn(Event, tag="withdrawn", frozen=True):
    """A player withdrew, or was withdrawn.

    `code` is the reason where the player did not ask: "no_check_in", or "absent" from a match of an arena.
    """

    player: str
    code: Literal["", "no_check_in", "absent"] = ""


class CheckedIn(Event, tag="checked_in", frozen=True):
    """A player checked in before the start."""

    player: str


class Edited(Event, tag="edited", frozen=True):
    """The terms were changed."""

    terms: TournamentTerms


class Replaced(Event, tag="replaced", frozen=True):
    """The place of `player` was given to `other`, whose `rating` and `nonce` these are."""

    player: str
    other: str
    rating: int = 0
    nonce: str = ""


class Begun(Event, tag="begun", frozen=True):
    """Entries were closed, and the tournament began. `secret` is that of the draws, in hex.

    It is published when the tournament is over, for later lots follow from it. An event that is published
    earlier has `order` instead: the players in the order of the draw.
    """

    secret: str
    order: tuple[str, ...] = ()


class RoundPaired(Event, tag="round", frozen=True):
    """The next round was paired: its meetings."""

    meetings: tuple[Meeting, ...]


class MeetingsPaired(Event, tag="paired", frozen=True):
    """Free players of an arena were paired: their meetings, which follow the earlier ones."""

    meetings: tuple[Meeting, ...]


class PairsSet(Event, tag="pairs", frozen=True):
    """The pairs of the next round were set by hand; other players have a bye. No pairs: the format's own."""

    pairs: tuple[tuple[str, str], ...]


class MeetingDecided(Event, tag="decided", frozen=True):
    """Meeting `place` (from 0) of round `number` (from 1) was decided; a director's result replaces another.

    `how`: "played"; "absent", where a player did not come; "lot", after a second draw; "director";
    "unfinished", where a match by the day was not over at the end of the round.
    """

    number: int
    place: int
    result: Result
    how: How = "played"


class MeetingRepeated(Event, tag="repeated", frozen=True):
    """A meeting that needs a winner was drawn, and is repeated with exchanged sides."""

    number: int
    place: int


class MeetingReopened(Event, tag="reopened", frozen=True):
    """A meeting was given another match: by the director, or because the club was closed meanwhile."""

    number: int
    place: int


class DeletedMeeting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A meeting `place` of round `number` with its players, which a correction has deleted."""

    number: int
    place: int
    players: tuple[str | None, str | None]


class Corrected(Event, tag="corrected", frozen=True):
    """A director corrected the result of a meeting of an earlier round.

    `round` is the current round from then on, with `meetings`; 0: the current one, unchanged. `deleted` are
    the meetings of this round and later ones that followed from the wrong result.
    """

    number: int
    place: int
    result: Result
    round: int = 0
    meetings: tuple[Meeting, ...] = ()
    deleted: tuple[DeletedMeeting, ...] = ()


class Undone(Event, tag="undone", frozen=True):
    """The director's act in event `number` (from 0) was undone."""

    number: int


class Paused(Event, tag="paused", frozen=True):
    """The tournament was paused: no round begins until it is resumed."""


class Resumed(Event, tag="resumed", frozen=True):
    """The tournament was resumed."""


class Cancelled(Event, tag="cancelled", frozen=True):
    """The tournament was cancelled, before or after its start; `code`: "too_few", "director", "no_match".

    "no_match": its last round was over, but no match had been played at a board.
    """

    code: str


class Ended(Event, tag="ended", frozen=True):
    """The tournament was finished; `standings` has all players, the best first."""

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
    | Corrected
    | Undone
    | Paused
    | Resumed
    | Cancelled
    | Ended
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """Return an event as JSON."""
    return _encoder.encode(event)


def decode(body: bytes | str) -> AnyEvent:
    """The event written as JSON in `body`; raises `msgspec.DecodeError`."""
    event: AnyEvent = _decoder.decode(body)
    return event
