"""Carries the time to the next gift to the next account with an address; names goods in accounts."""

from collections.abc import Collection
from typing import Any

from django.dispatch import receiver
from django.urls import reverse

from zaria.club.accounts.signals import address_recorded
from zaria.club.ledger.kinds import TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.ledger.subjects import Subject, subjects_named
from zaria.club.shop import texts
from zaria.club.shop.actions import gift_period
from zaria.club.shop.models import GiftClock
from zaria.club.site.clock import now_ms


@receiver(address_recorded)
def carry_over(player: str, earlier: Collection[str], **_kwargs: Any) -> None:
    """Let a member wait for a gift as long as the last owner of their address would."""
    codes = [member_code(account) for account in earlier]
    gifts = Transfer.objects.filter(
        kind=TransferKind.GIFT, credit__code__in=codes, at__gt=now_ms() - gift_period()
    )
    last = gifts.order_by("-at").values_list("at", flat=True).first()
    if last is None:
        return
    GiftClock.objects.get_or_create(player=player)
    clock = GiftClock.objects.select_for_update(no_key=True).get(player=player)
    if clock.at < last:
        clock.number, clock.at = clock.number + 1, last
        clock.save()


@receiver(subjects_named)
def name_goods(subjects: Collection[str], **_kwargs: Any) -> dict[str, Subject]:
    """The titles of goods and treats, and the pages of goods, by the subjects of their transfers."""
    return {
        subject: Subject(
            title, reverse("good", args=[subject]) if subject in texts.TITLES else reverse("shop")
        )
        for subject in subjects
        if (title := texts.title(subject))
    }
