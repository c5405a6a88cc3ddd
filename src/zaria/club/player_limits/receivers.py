"""Carries pauses and self-exclusions to the next account with an address."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver
from django.utils import timezone

from zaria.club.accounts.signals import address_recorded
from zaria.club.player_limits.models import Pause


@receiver(address_recorded)
def carry_over(player: str, earlier: Collection[str], **_kwargs: Any) -> None:
    """Let the pauses of earlier accounts hold for a member up to their end."""
    running = Pause.objects.filter(player__in=earlier, until__gt=timezone.now())
    existing = set(Pause.objects.filter(player=player).values_list("exclusion", "made_at", "until"))
    pauses = set(running.values_list("exclusion", "made_at", "until")) - existing
    Pause.objects.bulk_create(
        [
            Pause(player=player, exclusion=exclusion, made_at=made_at, until=until)
            for exclusion, made_at, until in sorted(pauses)
        ]
    )
