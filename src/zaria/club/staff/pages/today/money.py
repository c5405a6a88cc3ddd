"""The sums of the ledger, from the few accounts of the house and of payments.

Every transfer takes from one account what it gives to another, so all balances add up to zero: what members,
federations, prize pools and stakes hold is what these accounts lack.
"""

from typing import NamedTuple

from django.conf import settings
from payments import PaymentStatus

from zaria.club.ledger.kinds import FEES, ISSUED, SHOP
from zaria.club.ledger.models import Account
from zaria.club.site.clock import DAY_MS
from zaria.club.top_up.models import Payment

WEEK_MS = 7 * DAY_MS
MOST = 200
"""The latest payments that are looked at."""
HOUSE = (("clearing:", "clearing;"), ("house:", "house;"))
"""The ranges of the codes of accounts that are not guarded: ";" follows ":"."""


class Sums(NamedTuple):
    """Sums in hundredths: issued by the club, in the hands of others, at stake, of fees, sold, bought."""

    issued: int
    outstanding: int
    held: int
    fees: int
    sold: int
    topped_up: int


def sums(now: int, held: int) -> Sums:
    """Read the sums; `now` is in ms, `held` the amount of all stakes."""
    balances: dict[str, int] = {}
    for first, after in HOUSE:
        accounts = Account.objects.filter(code__gte=first, code__lt=after, unit=settings.LEDGER.unit)
        balances |= dict(accounts.values_list("code", "balance"))
    return Sums(
        issued=-balances.get(ISSUED, 0),
        outstanding=-sum(balances.values()),
        held=held,
        fees=balances.get(FEES, 0),
        sold=balances.get(SHOP, 0),
        topped_up=_topped_up(now),
    )


def _topped_up(now: int) -> int:
    """The credits of the payments of seven days that have arrived."""
    latest = Payment.objects.order_by("-pk").values_list("created", "status", "credits")[:MOST]
    return sum(
        amount
        for created, status, amount in latest
        if status == PaymentStatus.CONFIRMED and created.timestamp() * 1000 >= now - WEEK_MS
    )
