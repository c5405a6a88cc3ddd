"""Writes of the shop: purchases, gifts and treats. Each is one transaction; call them in a thread."""

from django.conf import settings
from django.db import transaction

from zaria.club.accounts.address_records import players_sharing
from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import Booking, ensure_member, lock_accounts, post
from zaria.club.ledger.kinds import ISSUED, SHOP, TransferKind, member_code
from zaria.club.notifications.actions import mark_event_read
from zaria.club.shop import goods
from zaria.club.shop.goods import Good
from zaria.club.shop.models import GiftClock, Purchase, Treat
from zaria.club.site.clock import HOUR_MS, now_ms

TREAT = HOUR_MS
"""Milliseconds that a treat stands beside a name."""
TREATS_AN_HOUR = 12
"""So many treats a member may send in an hour."""


class GiftNotReadyError(Exception):
    """The member took a gift already; the next one is ready at `at` (ms since the epoch)."""

    def __init__(self, at: int) -> None:
        super().__init__(f"ready at {at}")
        self.at = at


class TooManyTreatsError(Exception):
    """The member has sent too many treats in an hour."""


def gift_period() -> int:
    """Milliseconds from one gift to the next."""
    return settings.LEDGER.gift_hours * HOUR_MS


@transaction.atomic
def buy(player: str, good: Good) -> Purchase:
    """Sell a good to a member, who pays for it once however often this is called.

    Raises `NotEnoughCreditsError`.
    """
    earlier = Purchase.objects.filter(player=player, good=good.code).first()
    if earlier is not None:
        return earlier
    ensure_member(player)
    transfer = post(
        [
            Booking(
                f"shop:{good.code}:{player}",
                TransferKind.PURCHASE,
                member_code(player),
                SHOP,
                good.price,
                subject=good.code,
            )
        ]
    )[0]
    purchase, _created = Purchase.objects.get_or_create(
        player=player, good=good.code, defaults={"at": transfer.at, "transfer": transfer}
    )
    return purchase


@transaction.atomic
def take_gift(player: str, at: int | None = None) -> int:
    """Give a member the club's gift and return its amount; raises `GiftNotReadyError`.

    The number of the gift is in the key of its transfer: two requests at once book it once.
    """
    at = at or now_ms()
    ensure_member(player)
    GiftClock.objects.get_or_create(player=player)
    clock = GiftClock.objects.select_for_update(no_key=True).get(player=player)
    ready = clock.at + gift_period() if clock.number else 0
    if at < ready or not settings.LEDGER.gift:
        raise GiftNotReadyError(ready)
    clock.number, clock.at = clock.number + 1, at
    gift = Booking(
        f"gift:{player}:{clock.number}", TransferKind.GIFT, ISSUED, member_code(player), settings.LEDGER.gift
    )
    # This locks the row of the member, which comes before their account in every write.
    members = Member.objects.filter(player=player).values_list("pk", flat=True)
    mark_event_read(members, gift_key(clock.number - 1))
    post([gift], at)
    clock.save()
    return settings.LEDGER.gift


def gift_key(number: int) -> str:
    """The key of the notice that the gift after number `number` is ready."""
    return f"gift:{number}"


@transaction.atomic
def send_treat(kind: str, sender: tuple[str, str], receiver: str, nonce: str, match_id: str = "") -> Treat:
    """Send a treat, which its sender (id and name) pays for; the same `nonce` sends it once.

    Raises `NotEnoughCreditsError` and `TooManyTreatsError`.
    """
    player, name = sender
    key = f"treat:{player}:{nonce}:{kind}"
    ensure_member(player)
    lock_accounts([member_code(player)])  # the same form may be on its way beside this one
    earlier = Treat.objects.filter(transfer__key=key).first()
    if earlier is not None:
        return earlier
    now, senders = now_ms(), players_sharing(player)
    if Treat.objects.filter(sender__in=senders, at__gt=now - HOUR_MS).count() >= TREATS_AN_HOUR:
        raise TooManyTreatsError
    treat = Booking(
        key,
        TransferKind.PURCHASE,
        member_code(player),
        SHOP,
        goods.price(goods.TREATS[kind]),
        match_id=match_id,
        subject=kind,
    )
    transfer = post([treat], now)[0]
    fields = {
        "kind": kind,
        "sender": player,
        "name": name,
        "receiver": receiver,
        "at": now,
        "until": now + TREAT,
    }
    return Treat.objects.get_or_create(transfer=transfer, defaults=fields)[0]


@transaction.atomic
def forget(player: str) -> None:
    """Forget what a member bought, took and sent; the ledger keeps the amounts."""
    Purchase.objects.filter(player=player).delete()
    GiftClock.objects.filter(player=player).delete()
    Treat.objects.filter(sender=player).update(name="", until=0)
    Treat.objects.filter(receiver=player).delete()
