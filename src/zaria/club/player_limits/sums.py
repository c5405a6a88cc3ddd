"""Losses and top-ups of a member since a moment, from the ledger, in hundredths."""

from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from zaria.club.ledger.kinds import TransferKind, held_code, member_code
from zaria.club.ledger.models import Account, Transfer
from zaria.club.site.clock import DAY_MS

_LATE = DAY_MS
"""Milliseconds by which a transfer may be dated before those that were made earlier."""


def loss(player: str, since: datetime) -> int:
    """Stakes and entry fees lost since a moment and all that is held now, less what was won; below 0: a gain.

    A match that the staff voids is booked back, which takes its stakes out of the sum again.
    """
    member, held = (_account(code) for code in (member_code(player), held_code(player)))
    lost = held.balance + _sum(_since(since, debit=held).exclude(kind=TransferKind.RELEASE)) if held else 0
    if member is not None:
        excluded = (TransferKind.HOLD, TransferKind.PURCHASE)  # a treat at a table names its match, too
        lost += _sum(_since(since, debit=member).exclude(match_id="").exclude(kind__in=excluded))
        lost -= _sum(_since(since, credit=member).exclude(match_id="").exclude(kind=TransferKind.RELEASE))
        lost -= _sum(_since(since, credit=member).filter(kind__in=(TransferKind.PRIZE, TransferKind.REFUND)))
    return lost


def deposits(player: str, since: datetime) -> int:
    """Return the sum of a member's top-ups since a moment."""
    account = _account(member_code(player))
    return 0 if account is None else _sum(_since(since, credit=account).filter(kind=TransferKind.TOP_UP))


def _account(code: str) -> Account | None:
    return Account.objects.filter(code=code, unit=settings.LEDGER.unit).first()


def _since(since: datetime, **account: Account) -> "QuerySet[Transfer]":
    """The transfers from, or to, an account since a moment; those before them are not read."""
    rows, at = Transfer.objects.filter(**account), int(since.timestamp() * 1000)
    before = rows.filter(at__lt=at - _LATE).order_by("-pk").values("pk")[:1]
    return rows.filter(at__gte=at, pk__gt=Coalesce(Subquery(before), Value(0)))


def _sum(rows: "QuerySet[Transfer]") -> int:
    return rows.aggregate(sum=Sum("amount"))["sum"] or 0
