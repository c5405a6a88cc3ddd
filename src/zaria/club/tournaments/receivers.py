"""Subscribes tournaments to their results, and to tables that are closed before anyone played."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from zaria.club.matches.results.models import Played
from zaria.club.matches.results.signals import match_closed, matches_recorded
from zaria.club.tournaments.models import Pairing, PendingStep
from zaria.match.terms import Terms


@receiver(matches_recorded)
def note_results(results: Sequence[tuple[Played, Terms]], **_kwargs: Any) -> None:
    """Have the runner report these results to their tournaments."""
    PendingStep.add({match.tournament for match, _ in results if match.tournament})


@receiver(match_closed)
def note_closed_table(match_id: str, **_kwargs: Any) -> None:
    """Note the closed table; the runner reads in the journal which players had come."""
    Pairing.objects.filter(match_id=match_id, how="").update(closed=True)
