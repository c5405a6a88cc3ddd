"""The tournaments of a federation: on its page, and in the file of its export and import."""

from collections.abc import Container, Iterator
from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import render_to_string

from zaria.club.accounts.models import Member
from zaria.club.federations.match_records import ExpectedMatch
from zaria.club.federations.models import Federation
from zaria.club.federations.signals import (
    export_parts,
    matches_exported,
    page_sections,
    parts_checked,
    parts_imported,
)
from zaria.club.tournaments.export import documents
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.tournaments.document import Document

SHOWN = 12
"""Tournaments on the page of a federation: the current, the next and the last ones."""
MOST_IMPORTED = 20_000
PART = "tournaments"

_AT_ONCE = 500

Phase = Tournament.Phase
_ENDED = (Phase.OVER, Phase.CANCELLED)


@receiver(page_sections)
def section(federation: Federation, request: HttpRequest, **_kwargs: Any) -> str:
    """Return the section of a federation's page; "" without tournaments."""
    tournaments = Tournament.objects.filter(federation=federation.slug, private=False)
    playing = list(tournaments.filter(phase=Phase.PLAYING).order_by("starts_at")[:SHOWN])
    nearest = list(tournaments.filter(phase=Phase.OPEN).order_by("starts_at")[:SHOWN])
    completed = list(tournaments.filter(phase=Phase.OVER).order_by("-ended_at")[:SHOWN])
    shown = [*playing, *nearest, *completed][:SHOWN]
    if not shown:
        return ""
    context = {"tournaments": shown, "federation": federation}
    return render_to_string("zaria/tournaments/_of_federation.html", context, request)


@receiver(export_parts)
def part(federation: Federation, **_kwargs: Any) -> tuple[str, list[object]]:
    """Return the documents of all finished tournaments of a federation."""
    rows = Tournament.objects.filter(federation=federation.slug, phase__in=_ENDED)
    return PART, [documents.to_builtins(documents.document_of(row)) for row in rows.order_by("created_at")]


@receiver(matches_exported)
def match_ids(federation: Federation, **_kwargs: Any) -> list[str]:
    """Return the ids of the matches of these tournaments, all of which are over."""
    pairings = Pairing.objects.filter(
        tournament__federation=federation.slug, tournament__phase__in=_ENDED, match_id__isnull=False
    )
    order = ("tournament__created_at", "tournament", "number", "place", "attempt")
    return [match_id for match_id in pairings.order_by(*order).values_list("match_id", flat=True) if match_id]


@receiver(parts_checked)
def check_part(parts: dict[str, Any], **_kwargs: Any) -> dict[str, ExpectedMatch]:
    """Check the tournaments of a file; return their matches by id. Raises `ValueError`."""
    expected: dict[str, ExpectedMatch] = {}
    for document in _documents(parts):
        _check_players(document)
        expected |= documents.expected_matches(document)
    return expected


@receiver(parts_imported)
def import_part(
    federation: Federation, parts: dict[str, Any], matches: Container[str] = (), **_kwargs: Any
) -> None:
    """Store the tournaments of a file, each in its own transaction; raises `ValueError`."""
    for document in _documents(parts):
        documents.store_document(document, federation.slug, matches)


def _documents(parts: dict[str, Any]) -> Iterator[Document]:
    rows = parts.get(PART, [])
    if not isinstance(rows, list) or len(rows) > MOST_IMPORTED:
        raise ValueError(f"{PART}: a list of at most {MOST_IMPORTED} tournaments is expected")
    return map(documents.from_builtins, rows)


def _check_players(document: Document) -> None:
    """Refuse a new tournament that names members of this club: none of them played in it."""
    if Tournament.objects.filter(pk=document.id).exists():
        return
    ids = [person.id for person in document.people]
    for start in range(0, len(ids), _AT_ONCE):
        member = Member.objects.filter(player__in=ids[start : start + _AT_ONCE]).first()
        if member is not None:
            raise ValueError(
                f"tournament {document.id}: it names {member.username}, who did not play it here"
            )
