"""Subscribes tournaments to tables that are closed before anyone played."""

from typing import Any

from django.dispatch import receiver

from zaria.club.matches.results.signals import match_closed
from zaria.club.tournaments.models import Pairing


@receiver(match_closed)
def note_closed_table(match_id: str, **_kwargs: Any) -> None:
    """Note the closed table; the runner reads in the journal which players had come."""
    Pairing.objects.filter(match_id=match_id, how="").update(closed=True)
