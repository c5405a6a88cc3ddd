"""Follows finished analyses, and results: an analysis may end before its match's result is stored."""

from collections.abc import Sequence
from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver

from zaria.club.fair_play.actions import DEPTH, outdate, record
from zaria.club.matches.analysis.actions import analysed, analysis_stored
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.match.terms import Terms


@receiver(analysis_stored)
def follow_analysis(match_id: str, depth: str, **_kwargs: Any) -> None:
    """Write the tallies of an analysis in the transaction that stores it."""
    if depth == DEPTH:
        record(match_id)


@receiver(matches_recorded)
def follow_results(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Write the tallies of matches whose results are stored after their analysis."""
    rated = [match.pk for match, _ in results if match.rated]
    for match_id in analysed(rated, DEPTH):  # hardly ever one: they are asked for together
        record(match_id)


@receiver(pre_delete, sender=Played)
def follow_deletion(instance: Played, **_kwargs: Any) -> None:
    """Let the sums of the players of a deleted match be computed again."""
    outdate(instance)
