"""The entries of one account: page by page, all of them, and added up by month.

An account is the debit side of some transfers and the credit side of others, each with an index of its own.
Both are read in order and merged; one query with OR would sort all entries of the account for each page.
"""

from calendar import timegm
from collections import Counter
from collections.abc import Iterator
from datetime import date
from heapq import merge
from itertools import islice
from typing import Literal, NamedTuple

from django.db.models import BigIntegerField, Case, F, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce

from zaria.club.ledger.models import Account, Transfer

Side = Literal["debit", "credit"]
SIDES: tuple[Side, Side] = ("debit", "credit")


class Entry(NamedTuple):
    """A transfer as one of its accounts sees it: a signed `amount`, and the balance `after` it."""

    transfer: Transfer
    amount: int
    after: int

    @property
    def pk(self) -> int:
        """The number of the transfer; later ones are higher."""
        return self.transfer.pk


class Part(NamedTuple):
    """Some entries, the latest first; whether there are `newer` and `older` ones."""

    entries: list[Entry]
    newer: bool
    older: bool


class MonthStatement(NamedTuple):
    """The sums of a month by kind, and the balance before and after it."""

    opening: int
    sums: list[tuple[str, int]]
    closing: int


def part(account: Account, matching: Q, size: int, *, before: int = 0, after: int = 0) -> Part:
    """The `size` latest entries older than the transfer `before`, or the next ones newer than `after`."""
    if after:
        found = list(islice(_merged(account, matching & Q(pk__gt=after), size + 1, newest=False), size + 1))
        return Part(found[:size][::-1], newer=len(found) > size, older=True)
    older = matching & Q(pk__lt=before) if before else matching
    found = list(islice(_merged(account, older, size + 1), size + 1))
    return Part(found[:size], newer=bool(before), older=len(found) > size)


def chunks(account: Account, matching: Q, size: int) -> Iterator[list[Entry]]:
    """All entries, the latest first, `size` at a time; each chunk is read when it is asked for."""
    before = 0
    while True:
        found = part(account, matching, size, before=before)
        if found.entries:
            yield found.entries
        if not found.older:
            return
        before = found.entries[-1].pk


def pending(account: Account) -> list[Entry]:
    """The holds of a member's account that are neither posted nor voided, the latest first."""
    return list(_entries("debit", _side(account, "debit", Q(state=Transfer.State.PENDING)).order_by("-pk")))


def month_statement(account: Account, month: date) -> MonthStatement:
    """Add up a month (UTC) by the times of its transfers; `month` is its first day."""
    start, end = _ms(month), _ms(next_month(month))
    sums: Counter[str] = Counter()
    opening = 0
    for side, sign in zip(SIDES, (-1, 1), strict=True):
        rows = _side(account, side, Q(at__lt=end)).order_by().values("kind")
        for kind, amount, earlier in rows.annotate(
            now=_sum(at__gte=start), then=_sum(at__lt=start)
        ).values_list("kind", "now", "then"):
            sums[kind] += sign * amount
            opening += sign * earlier
    shown = [(kind, amount) for kind, amount in sums.items() if amount]
    return MonthStatement(opening, shown, opening + sum(sums.values()))


def next_month(month: date) -> date:
    """The first day of the month after."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def previous_month(month: date) -> date:
    """The first day of the month before."""
    return date(month.year - (month.month == 1), (month.month - 2) % 12 + 1, 1)


def _sum(**condition: int) -> Coalesce:
    amount = Case(When(**condition, then=F("amount")), output_field=BigIntegerField())
    return Coalesce(Sum(amount), 0, output_field=BigIntegerField())


def _merged(account: Account, matching: Q, size: int, newest: bool = True) -> Iterator[Entry]:
    """At least the first `size` entries of both sides, in order."""
    order = "-pk" if newest else "pk"
    sides = (_entries(side, _side(account, side, matching).order_by(order)[:size]) for side in SIDES)
    return merge(*sides, key=lambda entry: entry.pk, reverse=newest)


def _side(account: Account, side: Side, matching: Q) -> "QuerySet[Transfer]":
    return Transfer.objects.filter(matching, **{side: account})


def _entries(side: Side, transfers: "QuerySet[Transfer]") -> Iterator[Entry]:
    for transfer in transfers:
        if side == "debit":
            yield Entry(transfer, -transfer.amount, transfer.debit_after)
        else:
            yield Entry(transfer, transfer.amount, transfer.credit_after)


def _ms(day: date) -> int:
    """The first moment of a day, UTC, in ms since the epoch."""
    return timegm(day.timetuple()) * 1000
