"""The document of a tournament with its names, and the way of one into this club."""

import msgspec
from django.db import IntegrityError, transaction

from zaria.club.accounts.models import Member
from zaria.club.tournaments import actions, history, money, projection
from zaria.club.tournaments.match_ids import match_id
from zaria.club.tournaments.models import Entry, Pairing, Tournament
from zaria.tournaments import document
from zaria.tournaments import events as ev
from zaria.tournaments.document import Document
from zaria.tournaments.tournament import evolve


class ImportedTournamentError(ValueError):
    """A document that cannot be stored here."""


def document_of(row: Tournament) -> Document:
    """The document of a tournament as it stands."""
    events = history.events(row.pk)
    names = dict(Entry.objects.filter(tournament=row).values_list("player", "name"))
    directors = {event.by for event in events if event.by} - names.keys()
    names |= dict(Member.objects.filter(player__in=directors).values_list("player", "username"))
    names = {one: names.get(one, "") for one in (*names, *sorted(directors))}

    def id_of(number: int, place: int, attempt: int) -> str:
        return match_id(row.pk, number, place, attempt)

    return document.make_document(events, names, money.number_of_fees(row), id_of)


@transaction.atomic
def store_document(found: Document, federation: str) -> bool:
    """Store a tournament of another club that is over, as one of this federation; False: it is here already.

    Its players are not members of this club, and its matches stay where they are. Nothing is booked. Raises
    `ImportedTournamentError` for one that is not over, or not true (`verify_document`).
    """
    if Tournament.objects.filter(pk=found.id).exists():
        return False
    faults = document.verify_document(found)
    if faults:
        raise ImportedTournamentError(f"tournament {found.id}: {faults[0]}")
    first = found.events[0]
    if not isinstance(first, ev.Announced) or not isinstance(found.events[-1], ev.Ended | ev.Cancelled):
        raise ImportedTournamentError(f"tournament {found.id}: it is not over")
    starts_at = first.terms.starts_at
    row = Tournament(
        pk=found.id, director=first.by, created_at=first.at, starts_at=starts_at, secret=found.secret
    )
    actions.describe(row, first.terms)
    row.federation = federation
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except (IntegrityError, ValueError) as error:
        raise ImportedTournamentError(f"tournament {found.id}: {error}") from error
    history.append(row, found.events)
    state = evolve(None, first)
    for event in found.events[1:]:
        before, state = state, evolve(state, event)
        projection.project(row, before, event, state)
    actions.describe(row, state.terms)
    row.federation = federation
    row.save()
    Pairing.objects.filter(tournament=row).update(match_id=None)
    _name(row, found)
    return True


def _name(row: Tournament, found: Document) -> None:
    names = {person.id: person.name for person in found.people}
    prizes = {} if found.payout is None else found.payout.prizes
    entries = list(Entry.objects.filter(tournament=row))
    for entry in entries:
        entry.name = names.get(entry.player, "")[:30]
        entry.prize = prizes.get(entry.player, 0)
    Entry.objects.bulk_update(entries, ["name", "prize"], projection.MOST_AT_ONCE)


def to_builtins(found: Document) -> object:
    """The document as plain objects of JSON."""
    return msgspec.to_builtins(found)


def from_builtins(found: object) -> Document:
    """The document of plain objects; raises `ImportedTournamentError`."""
    try:
        return msgspec.convert(found, Document)
    except msgspec.ValidationError as error:
        raise ImportedTournamentError(f"not a document of a tournament: {error}") from error
