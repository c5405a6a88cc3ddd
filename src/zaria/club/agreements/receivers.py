"""Subscribes agreements to results: they end with their match."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from zaria.club.agreements.actions import delete_of_matches
from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.match.terms import Terms


@receiver(matches_recorded)
def end_agreements(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Delete the agreements of matches by the day, in the transaction of their results."""
    over = [match.match_id for match, terms in results if terms.by_day]
    if over:
        delete_of_matches(over)
