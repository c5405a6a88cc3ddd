"""Notices that a gift is ready again."""

from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import now_ms
from zaria.club.notifications.actions import notify
from zaria.club.notifications.kinds import Kind
from zaria.club.shop.actions import HOUR, gift_period
from zaria.club.shop.models import GiftClock


def notify_of_gifts() -> None:
    """Notify members whose gift has become ready within the last hour, once for each gift."""
    ready = now_ms() - gift_period()
    clocks = dict(GiftClock.objects.filter(at__range=(ready - HOUR, ready)).values_list("player", "number"))
    members: dict[int, list[int]] = {}
    for pk, player in Member.objects.filter(player__in=clocks).values_list("pk", "player"):
        members.setdefault(clocks[player], []).append(pk)
    for number, ids in members.items():
        notify(ids, Kind.GIFT, {"path": "/shop#gifts"}, key=f"gift:{number}")
