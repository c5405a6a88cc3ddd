"""Reads of the shop."""

from collections.abc import Iterable
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings

from zaria.club.shop.actions import gift_period
from zaria.club.shop.goods import GOODS, Good, good_of
from zaria.club.shop.models import GiftClock, Purchase, Treat
from zaria.club.site.clock import now_ms


class Shopper(NamedTuple):
    """A visitor in the shop: codes of their goods, and from when (ms) they may take a gift.

    `gift_at` is None for a visitor who gets no gifts, 0 for one who never took any.
    """

    goods: frozenset[str] = frozenset()
    gift_at: int | None = None

    @property
    def gift_left(self) -> int:
        """Milliseconds until the next gift."""
        return max(0, (self.gift_at or 0) - now_ms())


NOBODY = Shopper()


def shopper(player: str) -> Shopper:
    """Read what the shop knows of a member."""
    goods = frozenset(Purchase.objects.filter(player=player).values_list("good", flat=True))
    if not settings.LEDGER.gift:
        return Shopper(goods)
    clock = GiftClock.objects.filter(player=player).first()
    return Shopper(goods, clock.at + gift_period() if clock and clock.number else 0)


def may_wear(goods: Iterable[str], part: str, value: object) -> bool:
    """Return whether the owner of `goods` may choose this value of a part of the look."""
    good = good_of(part, value)
    return good is None or good.code in goods


def bought(goods: Iterable[str]) -> list[Good]:
    """The goods with these codes, in the order of the shop."""
    owned = set(goods)
    return [good for code, good in GOODS.items() if code in owned]


@sync_to_async
def treats_of(players: Iterable[str]) -> dict[str, Treat]:
    """The latest treat that stands beside the name of each of these players."""
    shown = Treat.objects.filter(receiver__in=list(players), until__gt=now_ms()).order_by("pk")
    return {treat.receiver: treat for treat in shown}
