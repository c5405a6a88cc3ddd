"""Follows analyses and deleted results, and lets imported matches be analysed."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.urls import reverse

from zaria.club.library import importing, indexing
from zaria.club.library.models import IMPORT_PREFIX, IndexedMatch
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


def _result_address(match_id: str, depth: str) -> str:
    return reverse("imported_analysis_result", args=[match_id.removeprefix(IMPORT_PREFIX), depth])


record_sources.register(IMPORT_PREFIX, record_sources.RecordSource(importing.load, _result_address))
