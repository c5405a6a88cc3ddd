"""Subscribes ratings to results: matches that count make them due from the first one's end."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import matches_recorded
from zaria.club.ratings.recompute import mark_due
from zaria.match.terms import Terms


@receiver(matches_recorded)
def rate_matches(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Mark the ratings as due, in the transaction of the results."""
    ends = [match.ended for match, _ in results if match.rated and not match.void]
    if ends:
        mark_due(min(ends))
