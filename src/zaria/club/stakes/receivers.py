"""Subscribes stakes to results: each is settled in the transaction that records it."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import match_closed, matches_recorded
from zaria.club.stakes import actions
from zaria.match.terms import Terms


@receiver(matches_recorded)
def settle_matches(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Settle results."""
    outcomes = [
        actions.outcome(match, terms.stakes, terms.length)
        for match, terms in results
        if terms.stakes is not None and terms.stakes.paid
    ]
    if outcomes:
        actions.settle(outcomes)


@receiver(match_closed)
def return_stakes(match_id: str, **_kwargs: Any) -> None:
    """Return what is held for a table at which nobody played."""
    actions.release_all(match_id)
