"""Limits of the notices that one member causes for others."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Count
from django.utils import timezone

from zaria.club.notifications.kinds import Kind
from zaria.club.notifications.models import Notification

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


class SenderLimit(NamedTuple):
    """Notices of a kind that one player may cause: to all in an hour (None: any number), to one in a day."""

    an_hour: int | None
    same_member_a_day: int


LIMITS: Mapping[Kind, SenderLimit] = {
    Kind.INVITATION: SenderLimit(100, 5),
    Kind.REMATCH: SenderLimit(30, 10),
    Kind.TOURNAMENT: SenderLimit(None, 10),
    Kind.TOURNAMENT_SOON: SenderLimit(None, 10),
    Kind.FOLLOWED_TOURNAMENT: SenderLimit(None, 5),
    Kind.FOLLOWER: SenderLimit(60, 3),
    Kind.COMMENT: SenderLimit(None, 20),
}
"""The limits of the kinds that name a sender. Entrants of a tournament chose it: all of them are notified."""

LIMITED_ELSEWHERE: Mapping[Kind, str] = {
    Kind.MESSAGE: "one for each conversation until it is read; new conversations are limited",
    Kind.OFFER: "a table has at most three rounds of offers, and none after an answer",
    Kind.ROUND: "a round follows from the results of the one before",
    Kind.FOLLOWED_MATCH: "off unless the reader switches it on, and one for each rated match",
    Kind.FRIEND_ONLINE: "off unless the reader switches it on, and one in an hour",
    Kind.STAKED_TABLE: "off unless the reader switches it on; one until it is read, and four in an hour",
    Kind.STAFF: "only the staff writes it",
    Kind.SUPPORT: "only the staff writes it",
    Kind.GIFT: "only the club writes it",
}
"""The other kinds, each with what keeps it rare."""


def within_limits(sender: str, kind: Kind, member_ids: Sequence[int]) -> list[int]:
    """Return the members whom a player (id) may still cause a notice of a kind; "" is the club itself."""
    if not sender:
        return list(member_ids)
    limit, now = LIMITS[kind], timezone.now()
    recent = Notification.objects.filter(sender=sender, kind=kind, at__gt=now - DAY)
    per_member = recent.filter(to__in=member_ids).order_by().values("to").annotate(number=Count("pk"))
    numbers = dict(per_member.values_list("to", "number"))
    allowed = [pk for pk in member_ids if numbers.get(pk, 0) < limit.same_member_a_day]
    if limit.an_hour is None:
        return allowed
    return allowed[: max(0, limit.an_hour - recent.filter(at__gt=now - HOUR).count())]
