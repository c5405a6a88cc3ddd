"""Follows analyses and deleted results, lets imported matches be analysed, and links archives."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from zaria.club.federations.models import Federation
from zaria.club.federations.signals import page_sections
from zaria.club.library import importing, indexing
from zaria.club.library.models import IMPORT_PREFIX, IndexedMatch, YearArchive
from zaria.club.matches.analysis import record_sources
from zaria.club.matches.analysis.grades import grades_stored
from zaria.club.matches.results.models import Played


@receiver(grades_stored)
def follow_grades(match_id: str, **_kwargs: Any) -> None:
    """Note what the turns of a match gave away, in the transaction that stores its grades."""
    indexing.grade(match_id)


@receiver(pre_delete, sender=Played)
def follow_deletion(instance: Played, **_kwargs: Any) -> None:
    """Delete the positions of a deleted match."""
    IndexedMatch.objects.filter(match_id=instance.match_id).delete()


@receiver(page_sections)
def archive_section(federation: Federation, request: HttpRequest, **_kwargs: Any) -> str:
    """Return the link to the archive of a federation; "" without one."""
    if not YearArchive.objects.filter(federation=federation.slug, matches__gt=0).exists():
        return ""
    return render_to_string("zaria/library/_of_federation.html", {"federation": federation}, request)


def _result_address(match_id: str, depth: str) -> str:
    return reverse("imported_analysis_result", args=[match_id.removeprefix(IMPORT_PREFIX), depth])


record_sources.register(IMPORT_PREFIX, record_sources.RecordSource(importing.load, _result_address))
