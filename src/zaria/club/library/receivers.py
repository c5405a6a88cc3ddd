"""Follows analyses and deleted results."""

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from zaria.club.library import indexing
from zaria.club.library.models import IndexedMatch
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
