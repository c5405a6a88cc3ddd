"""The document of a tournament: its history as one JSON object that anybody can verify.

Rounds, standings and payout follow from the events. They are for readers, and are verified too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from zaria.tournaments import events as ev
from zaria.tournaments.corrections import correction, earlier_meeting
from zaria.tournaments.draw import seal
from zaria.tournaments.field import Meeting
from zaria.tournaments.formats.swiss import Swiss
from zaria.tournaments.prizes import Payout, payout
from zaria.tournaments.refusals import TournamentRefusedError
from zaria.tournaments.rounds import final_standings, has_match, lot, meeting_of, next_meetings, tick
from zaria.tournaments.state import TournamentState
from zaria.tournaments.tournament import BrokenTournamentError, evolve, replay

VERSION = 1

CLOSED = ("over", "cancelled")
"""Phases in which the secret is published."""

MatchId = Callable[[int, int, int], str]
"""The id of the match of a round (from 1), a place in it and an attempt (both from 0)."""

_BROKEN = (
    AssertionError,
    BrokenTournamentError,
    LookupError,
    RecursionError,
    StopIteration,
    TournamentRefusedError,
    TypeError,
    ValueError,
)
"""The errors of a history whose events contradict each other."""


class InvalidDocumentError(ValueError):
    """The bytes are not the document of a tournament."""


class Person(msgspec.Struct, frozen=True):
    """The name of a player or director."""

    id: str
    name: str


class PublishedMeeting(msgspec.Struct, frozen=True):
    """A meeting; a missing opponent and missing half-points are null. `match` is the id of its last match."""

    players: tuple[str | None, str | None]
    points: tuple[int, int] | None
    played: bool
    match: str = ""


class Document(msgspec.Struct, frozen=True, tag_field="kind", tag="tournament"):
    """A tournament up to now. `secret` (hex) is "" until the end; `paid` is the number of paid fees."""

    version: int
    id: str
    seal: str
    secret: str
    people: tuple[Person, ...]
    events: tuple[ev.AnyEvent, ...]
    rounds: tuple[tuple[PublishedMeeting, ...], ...]
    standings: tuple[str, ...]
    paid: int
    payout: Payout | None


class _Kind(msgspec.Struct):
    kind: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Document)
_kind_decoder = msgspec.json.Decoder(_Kind)


def make_document(
    events: Sequence[ev.AnyEvent], names: Mapping[str, str], paid: int, match_id: MatchId
) -> Document:
    """Make the document of a tournament from its events. `names` are those of its players and directors.

    Raises `BrokenTournamentError` if the events contradict each other.
    """
    last = replay(events)
    closed = last.phase in CLOSED
    return Document(
        version=VERSION,
        id=last.id,
        seal=last.seal,
        secret=last.secret.hex() if closed else "",
        people=tuple(Person(person_id, name) for person_id, name in sorted(names.items())),
        events=tuple(events) if closed else tuple(_without_secret(events)),
        rounds=_rounds(events, match_id),
        standings=last.standings,
        paid=paid,
        payout=_payout(last, paid),
    )


def encode_document(document: Document) -> bytes:
    """The document as JSON."""
    return _encoder.encode(document)


def is_document(body: bytes) -> bool:
    """Return whether these bytes look like the document of a tournament."""
    try:
        return _kind_decoder.decode(body).kind == "tournament"
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def decode_document(body: bytes) -> Document:
    """The document written as JSON in `body`; raises `InvalidDocumentError`."""
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidDocumentError(f"not a document of a tournament: {error}") from error


def verify_document(document: Document) -> list[str]:
    """Return the faults: all that does not follow from the seal, the entries and the results.

    Raises `FormatUnavailableError` where a library is missing by which the rounds were paired.
    """
    return list(_faults(document))


def _faults(document: Document) -> Iterator[str]:
    if document.version != VERSION:
        yield f"version {document.version} is not known"
        return
    if document.secret and _seal_of(document.secret) != document.seal:
        yield "the secret does not match the seal"
    state: TournamentState | None = None
    for number, event in enumerate(document.events):
        try:
            if state is not None:
                yield from _faults_of(state, event)
            state = evolve(state, event)
        except _BROKEN:
            yield f"event {number} does not follow from the events before it"
            return
        if isinstance(event, ev.Announced) and (objection := event.terms.objection()) is not None:
            yield f"the terms cannot be so: {objection}"
            return
    if state is None:
        yield "there are no events"
        return
    yield from _faults_of_summary(document, state)


def _faults_of_summary(document: Document, last: TournamentState) -> Iterator[str]:
    """Find the faults of the rounds, the standings and the payout."""
    if (last.id, last.seal) != (document.id, document.seal):
        yield "the tournament or its seal is another than the one announced"
    if document.secret != (last.secret.hex() if last.phase in CLOSED else ""):
        yield "the secret is another than the one of the start"
    if document.standings != last.standings:
        yield "the standings are not those of the last event"
    ids = iter([meeting.match for meetings in document.rounds for meeting in meetings])
    if document.rounds != _rounds(document.events, lambda *place: next(ids, "")):
        yield "the rounds are not those of the events"
    if document.payout != _payout(last, document.paid):
        yield "the payout does not follow from the terms and the standings"
    if not 0 <= document.paid <= last.version:
        yield "more players have paid than have entered"
    if unknown := set(last.ratings) - {person.id for person in document.people}:
        yield f"nobody is named for {min(unknown)!r}"


def _faults_of(before: TournamentState, event: ev.AnyEvent) -> Iterator[str]:
    """Find the faults of an event that follows from the state before it."""
    match event:
        case ev.Begun():
            if event.secret and _seal_of(event.secret) != before.seal:
                yield "the secret of the start does not match the seal"
            if not event.secret and sorted(event.order) != sorted(before.ratings):
                yield "the draw has not the players who have entered"
        case ev.RoundPaired():
            if before.waiting() or event.meetings != next_meetings(before):
                number = len(before.with_current().rounds) + 1
                yield f"the pairs of round {number} do not follow from the results"
        case ev.MeetingsPaired():
            if event.meetings != tick(before):
                yield f"the pairs from place {len(before.current)} on do not follow from the results"
        case ev.MeetingDecided():
            yield from _faults_of_result(before, event)
        case ev.Corrected():
            yield from _faults_of_correction(before, event)
        case ev.Cancelled(code="no_match"):
            if has_match(before):
                yield "it is cancelled for want of a match, but one was played"
        case ev.Ended():
            if before.waiting() or _has_next_round(before):
                yield "it ends before its last match"
            if before.edition and not has_match(before):
                yield "it has a winner, but no match was played"
            if event.standings != final_standings(before):
                yield "the standings do not follow from the results"


def _has_next_round(before: TournamentState) -> bool:
    """Return whether a round would follow by the rules of the tournament's edition."""
    rules = before.terms.rules
    if before.terms.info.continuous or next_meetings(before) is None:
        return False
    if before.edition or before.hand or not isinstance(rules, Swiss):
        return True
    return rules.round_by_sides(before.with_current()) is not None


def _faults_of_result(before: TournamentState, event: ev.MeetingDecided) -> Iterator[str]:
    meeting = meeting_of(before, event.number, event.place)
    label = f"round {event.number}, place {event.place}"
    if meeting.result is not None and event.how != "director":
        yield f"{label}: decided twice"
    if event.how == "lot" and before.secret and event.result != lot(before, event.number, event.place):
        yield f"{label}: the lot does not follow from the secret"


def _faults_of_correction(before: TournamentState, event: ev.Corrected) -> Iterator[str]:
    """Find a fault in what followed a correction; the director decides whether to pair the round again."""
    number, place = event.number, event.place
    earlier_meeting(before, number, place)
    followed = (event.round, event.meetings, event.deleted)
    expected = [correction(before, number, place, event.result, again=again) for again in (False, True)]
    if followed not in [(follow_up.round, follow_up.meetings, follow_up.deleted) for follow_up in expected]:
        yield f"round {number}, place {place}: other matches follow from the correction"


def _payout(last: TournamentState, paid: int) -> Payout | None:
    return payout(last.terms, paid, last.standings) if last.phase == "over" else None


def _seal_of(secret: str) -> str:
    try:
        return seal(bytes.fromhex(secret))
    except ValueError:
        return ""


def _without_secret(events: Sequence[ev.AnyEvent]) -> Iterator[ev.AnyEvent]:
    """Return the events with the order of the draw in place of its secret: later lots follow from that."""
    state: TournamentState | None = None
    for event in events:
        state = evolve(state, event)
        yield replace(event, secret="", order=state.field.order) if isinstance(event, ev.Begun) else event


def _rounds(events: Sequence[ev.AnyEvent], match_id: MatchId) -> tuple[tuple[PublishedMeeting, ...], ...]:
    """Return the rounds so far, each with its attempts at its end, also the round that was broken off."""
    state: TournamentState | None = None
    for event in events:
        if state is not None and isinstance(event, ev.Ended | ev.Cancelled):
            break
        state = evolve(state, event)
    if state is None:
        return ()
    rounds = zip(state.with_current().rounds, state.all_past, strict=True)
    return tuple(
        tuple(
            _published(meeting, match_id(number, place, details.attempts.get(place, 0)))
            for place, meeting in enumerate(meetings)
        )
        for number, (meetings, details) in enumerate(rounds, start=1)
    )


def _published(meeting: Meeting, match: str) -> PublishedMeeting:
    result = meeting.result
    has_match = None not in meeting.players
    return PublishedMeeting(
        players=meeting.players,
        points=None if result is None else result.points,
        played=result is not None and result.played,
        match=match if has_match else "",
    )
