"""Reads of the ledger: balances, and the entries of a member's account."""

from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Q, QuerySet

from zaria.club.ledger.actions import ensure_member
from zaria.club.ledger.kinds import TransferKind, held_code, member_code
from zaria.club.ledger.models import Account, Transfer


class Balance(NamedTuple):
    """The amounts that a member can use, and that are held from them, in hundredths."""

    available: int
    held: int


def balance(player: str) -> Balance:
    """The balance of a member; opens the account of a new one."""
    codes = {member_code(player): 0, held_code(player): 0}
    rows = Account.objects.filter(code__in=codes, unit=settings.LEDGER.unit).values_list("code", "balance")
    codes |= dict(rows)
    if len(rows) == 0 or member_code(player) not in dict(rows):
        return Balance(ensure_member(player).balance, 0)
    return Balance(codes[member_code(player)], codes[held_code(player)])


def transfers(player: str) -> "QuerySet[Transfer]":
    """The transfers of a member's account, the latest first. Held amounts are part of it as holds."""
    account = ensure_member(player)
    return Transfer.objects.filter(Q(debit=account) | Q(credit=account)).order_by("-pk")


async def read_balance(player: str) -> Balance:
    """The balance, for an event loop: one query, but the first time."""
    member, held = member_code(player), held_code(player)
    accounts = Account.objects.filter(code__in=(member, held), unit=settings.LEDGER.unit)
    amounts = {code: amount async for code, amount in accounts.values_list("code", "balance")}
    if member not in amounts:
        return await sync_to_async(balance)(player)
    return Balance(amounts[member], amounts.get(held, 0))


async def has_staked(player: str) -> bool:
    """True if a stake of the member was set aside before, whatever became of it."""
    account = {"debit__code": member_code(player), "debit__unit": settings.LEDGER.unit}
    return await Transfer.objects.filter(kind=TransferKind.HOLD, **account).aexists()
