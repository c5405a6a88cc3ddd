"""The tournaments of a federation: on its page, in its file, and out of a file."""

from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import render_to_string

from zaria.club.federations.models import Federation
from zaria.club.federations.signals import export_parts, page_sections, parts_imported
from zaria.club.tournaments import documents
from zaria.club.tournaments.models import Tournament

SHOWN = 12
"""Tournaments on the page of a federation: those that are played, the next ones, the last ones."""
MOST_IMPORTED = 20_000
PART = "tournaments"

Phase = Tournament.Phase


@receiver(page_sections)
def section(federation: Federation, request: HttpRequest, **_kwargs: Any) -> str:
    """The section of a federation's page; "" without tournaments."""
    own = Tournament.objects.filter(federation=federation.slug, private=False)
    playing = list(own.filter(phase=Phase.PLAYING).order_by("starts_at")[:SHOWN])
    nearest = list(own.filter(phase=Phase.OPEN).order_by("starts_at")[:SHOWN])
    completed = list(own.filter(phase=Phase.OVER).order_by("-ended_at")[:SHOWN])
    shown = [*playing, *nearest, *completed][:SHOWN]
    if not shown:
        return ""
    context = {"tournaments": shown, "federation": federation}
    return render_to_string("zaria/tournaments/_of_federation.html", context, request)


@receiver(export_parts)
def part(federation: Federation, **_kwargs: Any) -> tuple[str, list[object]]:
    """The documents of all tournaments of a federation that are over."""
    rows = Tournament.objects.filter(federation=federation.slug, phase__in=(Phase.OVER, Phase.CANCELLED))
    return PART, [documents.to_builtins(documents.document_of(row)) for row in rows.order_by("created_at")]


@receiver(parts_imported)
def import_part(federation: Federation, parts: dict[str, Any], **_kwargs: Any) -> None:
    """Store the tournaments of a file; raises `ValueError`, which undoes the import."""
    found = parts.get(PART, [])
    if not isinstance(found, list) or len(found) > MOST_IMPORTED:
        raise ValueError(f"{PART}: a list of at most {MOST_IMPORTED} tournaments is expected")
    for one in found:
        documents.store_document(documents.from_builtins(one), federation.slug)
