"""A tournament as a document, and the way of a federation's tournaments to another club."""

import re
from typing import Any

import msgspec
import pytest
from django.test import Client

from tests.support.club.tournament_terms import entered, terms
from tests.support.club.uncollected_files import plain_files
from zaria.club.federations.models import Federation
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.export import documents
from zaria.club.tournaments.export.documents import ImportedTournamentError, document_of
from zaria.club.tournaments.models import Entry, Pairing, Tournament, TournamentEvent
from zaria.club.tournaments.pages import federation_parts
from zaria.club.tournaments.runner import progress
from zaria.tournaments.document import verify_document
from zaria.tournaments.field import LOSS, WIN, Result

__all__ = ["plain_files"]

pytestmark = pytest.mark.django_db


def played(**more: Any) -> Tournament:
    """A knock-out that is over."""
    row, _ = entered(5, **more)
    actions.begin(row.pk)
    while pairings := list(Pairing.objects.filter(tournament=row, how="")):
        for pairing in pairings:
            progress.report(pairing, Result((WIN, LOSS)))
    return Tournament.objects.get(pk=row.pk)


def drop(row: Tournament) -> None:
    """Take a tournament out of the club, as if it were another one."""
    for model in (Pairing, Entry, TournamentEvent):
        model.objects.filter(tournament=row).delete()
    Tournament.objects.filter(pk=row.pk).delete()


def test_the_document_of_a_tournament_is_true() -> None:
    row = played(fee=10_00, house_rate=5_00, bonus=1_00)
    document = document_of(row)
    assert verify_document(document) == []
    assert document.secret == row.secret
    assert {person.name for person in document.people} >= {f"Ann{place}" for place in range(5)}
    assert document.payout is not None
    assert document.payout.total == 51_00


def test_the_secret_stays_closed_until_the_end() -> None:
    row, _ = entered(4)
    actions.begin(row.pk)
    document = document_of(Tournament.objects.get(pk=row.pk))
    assert document.secret == ""
    assert row.secret not in msgspec.json.encode(document).decode()
    assert verify_document(document) == []


def test_a_federation_takes_its_tournaments_along() -> None:
    federation = Federation.objects.create(slug="tavli", name="Tavli")
    row = played(federation="tavli", fee=10_00)
    places = list(Entry.objects.order_by("place").values_list("player", "name", "place", "prize"))
    name, part = federation_parts.part(federation)
    assert name == "tournaments"
    drop(row)
    for _ in range(2):
        federation_parts.import_part(federation, {name: msgspec.json.decode(msgspec.json.encode(part))})
    tournament = Tournament.objects.get()
    assert (tournament.pk, tournament.phase, tournament.winner, tournament.title) == (
        row.pk,
        "over",
        row.winner,
        row.title,
    )
    assert list(Entry.objects.order_by("place").values_list("player", "name", "place", "prize")) == places
    assert history.replayed(row.pk).standings[0] == row.winner
    assert not Pairing.objects.exclude(match_id=None).exists()


@pytest.mark.parametrize("change", ["seal", "standings", "phase"])
def test_a_document_that_is_not_true_is_refused(change: str) -> None:
    row = played()
    document = document_of(row)
    drop(row)
    if change == "seal":
        document = msgspec.structs.replace(document, seal="0" * 64)
    elif change == "standings":
        document = msgspec.structs.replace(document, standings=document.standings[::-1])
    else:
        document = msgspec.structs.replace(document, events=document.events[:-1], standings=(), secret="")
    with pytest.raises(ImportedTournamentError):
        documents.store_document(document, "tavli")
    assert not Tournament.objects.exists()
    with pytest.raises(ImportedTournamentError):
        documents.from_builtins({"kind": "tournament"})


def test_the_page_of_a_federation_shows_its_tournaments(client: Client, plain_files: None) -> None:
    Federation.objects.create(slug="tavli", name="Tavli")
    row = actions.create(terms(federation="tavli", title="Spring cup"), "director")
    actions.create(terms(federation="tavli", title="Secret cup", private=True), "director")
    page = client.get("/f/tavli").content.decode()
    assert re.search(rf'href="/tournaments/{row.pk}">\s*<b>Spring cup</b>', page)
    assert "Secret cup" not in page
