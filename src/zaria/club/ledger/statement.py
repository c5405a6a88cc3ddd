"""The entries of one account: page by page, all of them, and added up by month.

An account is the debit side of some transfers and the credit side of others, each with an index of its own.
Both are read in order and merged; one query with OR would sort all entries of the account for each page.
"""

from calendar import timegm
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from heapq import merge
from itertools import islice
from typing import Literal, NamedTuple

from django.db.models import F, Q, QuerySet, Sum

from zaria.club.ledger.kinds import FEES, TransferKind
from zaria.club.ledger.models import Account, Transfer, TransferState
from zaria.club.site.clock import DAY_MS

Side = Literal["debit", "credit"]
SKEW = DAY_MS
"""No clock of the club is wrong by so much (ms): transfers are numbered in the order of their times, but for
that. A search by number then finds a period without reading all entries of an account.
"""
SIDES: tuple[Side, Side] = ("debit", "credit")
_ONE_SIDED: Mapping[str, Sequence[Side]] = {
    **dict.fromkeys((TransferKind.HOLD, TransferKind.PURCHASE), ("debit",)),
    **dict.fromkeys(
        (
            TransferKind.WELCOME,
            TransferKind.RELEASE,
            TransferKind.WIN,
            TransferKind.GIFT,
            TransferKind.TOP_UP,
        ),
        ("credit",),
    ),
}
"""Kinds of which a member's account has entries on one side only: the other need not be searched."""


class StatementEntry(NamedTuple):
    """A transfer as one of its accounts sees it: a signed `amount`, and the balance `after` it.

    `fee` is what the club took of winnings before: another part of the same stake, in a transfer of its own.
    """

    transfer: Transfer
    amount: int
    after: int
    fee: int = 0

    @property
    def pk(self) -> int:
        """The number of the transfer; later ones are higher."""
        return self.transfer.pk


class StatementPart(NamedTuple):
    """Some entries, the latest first; whether there are `newer` and `older` ones."""

    entries: list[StatementEntry]
    newer: bool
    older: bool


class MonthStatement(NamedTuple):
    """The sums of a month by kind, and the balance before and after it; `fees` are as in `fees_since`."""

    opening: int
    sums: list[tuple[str, int]]
    closing: int
    fees: int


def sides_of(kind: str) -> Sequence[Side]:
    """The sides of a member's account on which there are entries of a kind; "": of all kinds."""
    return _ONE_SIDED.get(kind, SIDES)


def part(
    account: Account,
    matching: Q,
    size: int,
    *,
    before: int = 0,
    after: int = 0,
    sides: Sequence[Side] = SIDES,
) -> StatementPart:
    """The `size` latest entries older than the transfer `before`, or the next ones newer than `after`."""
    if after:
        newer = _merged(account, matching & Q(pk__gt=after), size + 1, sides, newest=False)
        entries = list(islice(newer, size + 1))
        return StatementPart(_with_fees(entries[:size][::-1]), newer=len(entries) > size, older=True)
    older = matching & Q(pk__lt=before) if before else matching
    entries = list(islice(_merged(account, older, size + 1, sides), size + 1))
    return StatementPart(_with_fees(entries[:size]), newer=bool(before), older=len(entries) > size)


def chunks(
    account: Account, matching: Q, size: int, sides: Sequence[Side] = SIDES
) -> Iterator[list[StatementEntry]]:
    """All entries, the latest first, `size` at a time; each chunk is read when it is asked for."""
    before = 0
    while True:
        chunk = part(account, matching, size, before=before, sides=sides)
        if chunk.entries:
            yield chunk.entries
        if not chunk.older:
            return
        before = chunk.entries[-1].pk


def pending(account: Account) -> list[StatementEntry]:
    """The holds of a member's account that are neither posted nor voided, the latest first."""
    # There are few pending holds in all of the club, and an index of them. SQLite would read all entries of
    # the account instead, if the account stood alone on its side of the comparison.
    holds = Transfer.objects.filter(state=TransferState.PENDING).alias(account=F("debit_id") + 0)
    return list(_entries("debit", holds.filter(account=account.pk).order_by("-pk")))


def month_statement(account: Account, month: date) -> MonthStatement:
    """Add up a month (UTC) by the times of its transfers; `month` is its first day."""
    start, end = _ms(month), _ms(next_month(month))
    first, last = _first_made(start - SKEW), _first_made(end + SKEW)
    before = part(account, Q(pk__lt=first), 1).entries
    opening = before[0].after if before else 0
    sums: Counter[str] = Counter()
    for side, sign in zip(SIDES, (-1, 1), strict=True):
        rows = _side(account, side, Q(pk__gte=first, pk__lt=last, at__lt=end)).values("kind")
        now, earlier = (Sum("amount", filter=Q(at__gte=start)), Sum("amount", filter=Q(at__lt=start)))
        for kind, amount, amount_before in rows.annotate(now=now, earlier=earlier).values_list(
            "kind", "now", "earlier"
        ):
            sums[kind] += sign * (amount or 0)
            opening += sign * (amount_before or 0)
    shown = [(kind, amount) for kind, amount in sums.items() if amount]
    won = _side(account, "credit", Q(pk__gte=first, pk__lt=last, at__gte=start, at__lt=end))
    return MonthStatement(opening, shown, opening + sum(sums.values()), _fees(won))


def fees_since(account: Account, day: date) -> int:
    """The fees that the club has kept since a day (UTC) of the stakes that an account won."""
    entries = _side(account, "credit", Q())
    earlier = entries.filter(at__lt=_ms(day) - SKEW).order_by("-pk").values_list("pk", flat=True).first()
    return _fees(entries.filter(pk__gt=earlier or 0, at__gte=_ms(day)))


def period(since: date | None, until: date | None) -> Q:
    """The transfers from a day (UTC) to another, that day included; None: without an end there."""
    condition = Q()
    if since is not None:
        condition &= Q(at__gte=_ms(since), pk__gte=_first_made(_ms(since) - SKEW))
    if until is not None:
        condition &= Q(at__lt=_ms(until) + DAY_MS, pk__lt=_first_made(_ms(until) + DAY_MS + SKEW))
    return condition


def next_month(month: date) -> date:
    """The first day of the month after."""
    return date(month.year + month.month // 12, month.month % 12 + 1, 1)


def previous_month(month: date) -> date:
    """The first day of the month before."""
    return date(month.year - (month.month == 1), (month.month - 2) % 12 + 1, 1)


def _merged(
    account: Account, matching: Q, size: int, sides: Sequence[Side], *, newest: bool = True
) -> Iterator[StatementEntry]:
    """At least the first `size` entries of these sides, in order."""
    order = "-pk" if newest else "pk"
    streams = (_entries(side, _side(account, side, matching).order_by(order)[:size]) for side in sides)
    return merge(*streams, key=lambda entry: entry.pk, reverse=newest)


def _side(account: Account, side: Side, matching: Q) -> "QuerySet[Transfer]":
    return Transfer.objects.filter(matching, **{side: account})


def _entries(side: Side, transfers: "QuerySet[Transfer]") -> Iterator[StatementEntry]:
    for transfer in transfers:
        if side == "debit":
            yield StatementEntry(transfer, -transfer.amount, transfer.debit_after)
        else:
            yield StatementEntry(transfer, transfer.amount, transfer.credit_after)


def _fees(entries: "QuerySet[Transfer]") -> int:
    """The fees of the matches that were won in these entries, less what was returned of them."""
    won = entries.filter(kind=TransferKind.WIN).values("match_id")
    paid, returned = (Sum("amount", filter=Q(**{f"{side}__code": FEES})) for side in ("credit", "debit"))
    sums = Transfer.objects.filter(match_id__in=won).aggregate(paid=paid, returned=returned)
    return (sums["paid"] or 0) - (sums["returned"] or 0)


def _with_fees(entries: list[StatementEntry]) -> list[StatementEntry]:
    """The same entries; winnings have the fees of their matches."""
    won = [entry.transfer.match_id for entry in entries if entry.transfer.kind == TransferKind.WIN]
    if not won:
        return entries
    rows = Transfer.objects.filter(match_id__in=won, kind=TransferKind.FEE)
    fees = dict(rows.values_list("match_id", "amount"))
    return [
        entry._replace(fee=fees.get(entry.transfer.match_id, 0))
        if entry.transfer.kind == TransferKind.WIN
        else entry
        for entry in entries
    ]


def _first_made(at: int) -> int:
    """The number of the first transfer made at a moment (ms) or later; past the last one if there is none."""
    numbers = Transfer.objects.order_by("pk").values_list("pk", "at")
    newest = numbers.last()
    low, high = 0, newest[0] + 1 if newest else 0
    while low < high:
        middle = (low + high) // 2
        pk, moment = numbers.filter(pk__gte=middle)[0]
        if moment < at:
            low = pk + 1
        else:
            high = middle
    return low


def _ms(day: date) -> int:
    """The first moment of a day, UTC, in ms since the epoch."""
    return timegm(day.timetuple()) * 1000
