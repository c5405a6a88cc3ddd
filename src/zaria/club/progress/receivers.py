"""Follows stored grades, and results: an analysis may end before its match's result is stored."""

from collections.abc import Sequence
from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from zaria.club.matches.analysis.grades import grades_stored, of_matches
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.progress import actions
from zaria.match.terms import Terms

AT_ONCE = 200
"""Matches whose grades are looked for in one query."""


@receiver(grades_stored)
def follow_grades(match_id: str, **_kwargs: Any) -> None:
    """Count a match in the transaction that stores its grades."""
    actions.record(match_id)


@receiver(matches_recorded)
def follow_results(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Count the matches whose results are stored after their grades."""
    ids = [match.pk for match, _terms in results if match.member0 or match.member1]
    for start in range(0, len(ids), AT_ONCE):
        graded = {match_id for match_id, _side in of_matches(ids[start : start + AT_ONCE])}
        for match_id in sorted(graded):
            actions.record(match_id)


@receiver(pre_delete, sender=Played)
def follow_deletion(instance: Played, **_kwargs: Any) -> None:
    """Take a deleted match out of the sums."""
    actions.subtract(instance)
