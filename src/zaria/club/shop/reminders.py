"""Notices that a gift is ready again."""

from django.conf import settings
from django.db import transaction
from django.db.models import F

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import AT_ONCE, lock_members, notify
from zaria.club.notifications.kinds import NoticeBody
from zaria.club.shop.actions import gift_key, gift_period
from zaria.club.shop.models import GiftClock
from zaria.club.shop.notice_kinds import GIFT
from zaria.club.site.clock import now_ms


def notify_of_gifts() -> None:
    """Notify members whose gift has become ready since they were last notified, once for each gift."""
    if settings.LEDGER.gift:
        while _notify_some() == AT_ONCE:
            pass


@transaction.atomic
def _notify_some() -> int:
    """Notify some of the members who wait for it; return their number."""
    ready = GiftClock.objects.filter(at__lte=now_ms() - gift_period(), notified__lt=F("number"))
    clocks = dict(ready.order_by("at").values_list("player", "number")[:AT_ONCE])
    members: dict[int, list[int]] = {}
    for pk, player in Member.objects.filter(player__in=clocks).values_list("pk", "player"):
        members.setdefault(clocks[player], []).append(pk)
    lock_members([pk for ids in members.values() for pk in ids])
    for number in sorted(set(clocks.values())):
        notify(members.get(number, ()), GIFT, NoticeBody(path="/shop#gifts"), key=gift_key(number))
    for number in sorted(set(clocks.values())):
        same = [player for player, gift_number in clocks.items() if gift_number == number]
        GiftClock.objects.filter(player__in=same, number=number).update(notified=number)
    return len(clocks)
