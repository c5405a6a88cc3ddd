"""Subscribes ratings to results: each match that counts makes them due from its end."""

from typing import Any

from django.dispatch import receiver

from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import match_recorded
from zaria.club.ratings.recompute import mark_due


@receiver(match_recorded)
def rate_match(match: Played, **_kwargs: Any) -> None:
    """Mark the ratings as due, in the transaction of the result."""
    if match.rated and not match.void:
        mark_due(match.ended)
