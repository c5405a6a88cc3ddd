"""The documents of tournaments: of this club with their names, and of other clubs to be imported."""

from collections.abc import Container, Iterator
from contextlib import contextmanager

import msgspec
from django.db import DatabaseError, transaction

from zaria.club.accounts.models import Member
from zaria.club.federations.match_records import ExpectedMatch
from zaria.club.tournaments import actions, history, money, projection
from zaria.club.tournaments.match_ids import match_id
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.tournaments import document
from zaria.tournaments import events as ev
from zaria.tournaments.document import Document
from zaria.tournaments.formats.swiss import FormatUnavailableError
from zaria.tournaments.tournament import evolve


class ImportedTournamentError(ValueError):
    """The document of a tournament cannot be imported."""


def document_of(row: Tournament) -> Document:
    """Return the document of a tournament up to now."""
    events = history.events(row.pk)
    names = dict(Entry.objects.filter(tournament=row).values_list("player", "name"))
    directors = {event.by for event in events if event.by} - names.keys()
    names |= dict(Member.objects.filter(player__in=directors).values_list("player", "username"))
    names = {player: names.get(player, "") for player in (*names, *sorted(directors))}

    def id_of(number: int, place: int, attempt: int) -> str:
        return match_id(row.pk, number, place, attempt)

    return document.make_document(events, names, money.number_of_fees(row), id_of)


def store_document(imported: Document, federation: str, matches: Container[str] = ()) -> bool:
    """Store a finished tournament of another club in this federation; return False if it is already stored.

    Its players are not members of this club; `matches` are its imported matches. Nothing is booked. Raises
    `ImportedTournamentError` for a tournament that is not over, or has faults (`verify_document`).
    """
    _check(imported)
    with _stored_whole(imported):
        row = _store(imported, federation)
        if row is not None:
            _forget_matches(row, matches)
    return row is not None


def expected_matches(imported: Document) -> dict[str, ExpectedMatch]:
    """Check a tournament of another club without storing it; return its matches by id.

    A tournament that is already stored must be the same one. Raises `ImportedTournamentError`.
    """
    _check(imported)
    with _stored_whole(imported):
        row = _store(imported, "") or Tournament.objects.get(pk=imported.id)
        is_same = row.phase in document.CLOSED and row.secret == imported.secret
        pairings = list(Pairing.objects.filter(tournament=row)) if is_same else []
        transaction.set_rollback(True)
    return {pairing.match_id: _expected(pairing) for pairing in pairings if pairing.match_id}


def _check(imported: Document) -> None:
    try:
        faults = document.verify_document(imported)
    except FormatUnavailableError as error:
        raise ImportedTournamentError(f"tournament {imported.id}: {error}") from error
    if faults:
        raise ImportedTournamentError(f"tournament {imported.id}: {faults[0]}")
    if not isinstance(imported.events[-1], ev.Ended | ev.Cancelled):
        raise ImportedTournamentError(f"tournament {imported.id}: it is not over")


@contextmanager
def _stored_whole(imported: Document) -> Iterator[None]:
    """Store a tournament in one transaction; raises `ImportedTournamentError` if a value does not fit."""
    try:
        with transaction.atomic():
            yield
    except (DatabaseError, ValueError) as error:
        raise ImportedTournamentError(f"tournament {imported.id}: {error}") from error


def _store(imported: Document, federation: str) -> Tournament | None:
    """Store a tournament; return None if its id exists."""
    if Tournament.objects.filter(pk=imported.id).exists():
        return None
    first = imported.events[0]
    assert isinstance(first, ev.Announced)  # `verify_document` refuses others
    starts_at = first.terms.starts_at
    row = Tournament(
        pk=imported.id, director=first.by, created_at=first.at, starts_at=starts_at, secret=imported.secret
    )
    actions.describe(row, first.terms)
    row.federation = federation
    row.save(force_insert=True)
    history.append(row, imported.events)
    state = evolve(None, first)
    for event in imported.events[1:]:
        before, state = state, evolve(state, event)
        projection.project(row, before, event, state)
    actions.describe(row, state.terms)
    row.federation = federation
    row.save()
    _name(row, imported)
    return row


def _expected(pairing: Pairing) -> ExpectedMatch:
    points = (pairing.points0 or 0, pairing.points1 or 0)
    winner = None if points[0] == points[1] else int(points[0] < points[1])
    return ExpectedMatch(pairing.tournament_id, winner, pairing.how == "played")


def _forget_matches(row: Tournament, matches: Container[str]) -> None:
    """Drop the ids of matches that were not imported: they would lead nowhere."""
    pairings = Pairing.objects.filter(tournament=row, match_id__isnull=False)
    missing = [pk for pk, match_id in pairings.values_list("pk", "match_id") if match_id not in matches]
    for start in range(0, len(missing), projection.MOST_AT_ONCE):
        chunk = missing[start : start + projection.MOST_AT_ONCE]
        Pairing.objects.filter(pk__in=chunk).update(match_id=None)


def _name(row: Tournament, imported: Document) -> None:
    names = {person.id: person.name for person in imported.people}
    prizes = {} if imported.payout is None else imported.payout.prizes
    entries = list(Entry.objects.filter(tournament=row))
    for entry in entries:
        entry.name = names.get(entry.player, "")[:30]
        entry.prize = prizes.get(entry.player, 0)
    Entry.objects.bulk_update(entries, ["name", "prize"], projection.MOST_AT_ONCE)


def to_builtins(exported: Document) -> object:
    """Return the document as plain objects of JSON."""
    return msgspec.to_builtins(exported)


def from_builtins(plain: object) -> Document:
    """Return the document in plain objects; raises `ImportedTournamentError`."""
    try:
        return msgspec.convert(plain, Document)
    except msgspec.ValidationError as error:
        raise ImportedTournamentError(f"not a document of a tournament: {error}") from error
