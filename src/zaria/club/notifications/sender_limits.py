"""Limits of the notices that one member causes for others."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Count
from django.utils import timezone

from zaria.club.notifications.kinds import NoticeKind, SenderLimit
from zaria.club.notifications.models import Notification

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def within_limits(sender: str, kind: NoticeKind[Any], member_ids: Sequence[int]) -> list[int]:
    """Return the members whom a player (id) may still cause a notice of a kind; "" is the club itself."""
    if not sender:
        return list(member_ids)
    limit, now = kind.limit, timezone.now()
    if not isinstance(limit, SenderLimit):
        raise TypeError(f"notices of the kind {kind.name} name no sender")
    recent = Notification.objects.filter(sender=sender, kind=kind.name, at__gt=now - DAY)
    per_member = recent.filter(to__in=member_ids).order_by().values("to").annotate(number=Count("pk"))
    numbers = dict(per_member.values_list("to", "number"))
    allowed = [pk for pk in member_ids if numbers.get(pk, 0) < limit.same_member_a_day]
    if limit.an_hour is None:
        return allowed
    return allowed[: max(0, limit.an_hour - recent.filter(at__gt=now - HOUR).count())]
