"""A member's account of credits: entries with what they came from, holds, and statements of months."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from zaria.club.ledger import statement
from zaria.club.ledger.actions import ensure_member
from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.models import Transfer, TransferState
from zaria.club.ledger.statement import MonthStatement, StatementEntry, sides_of
from zaria.club.ledger.subjects import TOURNAMENT, Subject, find_subjects
from zaria.club.ledger.titles import TITLES
from zaria.club.matches.results.models import Played
from zaria.club.statistics import player_matches
from zaria.club.statistics.credit_filters import CreditFilters
from zaria.club.statistics.match_list import CHUNK, PAGE
from zaria.club.statistics.player_matches import Match

_ADDRESSES: Mapping[str, str] = {
    TransferKind.GIFT: "shop",
    TransferKind.PURCHASE: "shop",
    TransferKind.TOP_UP: "top_up",
    TransferKind.REVERSAL: "top_up",
    TransferKind.RESERVE: "payouts",
}
"""Names of the pages from which some kinds of transfers come."""
_PAGES: Mapping[str, Promise] = {
    TransferKind.GIFT: gettext_lazy("Shop"),
    TransferKind.PURCHASE: gettext_lazy("Shop"),
    TransferKind.TOP_UP: gettext_lazy("Top-up"),
    TransferKind.REVERSAL: gettext_lazy("Top-up"),
    TransferKind.RESERVE: gettext_lazy("Pay-outs"),
}
"""The titles of these pages."""


class EntryRow(NamedTuple):
    """An entry of a list; `match` and `origin` are the recorded match or the subject that it came from."""

    entry: StatementEntry
    match: Match | None = None
    origin: Subject | None = None

    @property
    def title(self) -> str | Promise:
        """The kind in words."""
        transfer = self.entry.transfer
        return kind_title(transfer.kind, transfer.subject)

    @property
    def stake(self) -> int:
        """The stake that winnings came from: they are what the fee has left of it."""
        return self.entry.amount + self.entry.fee

    @property
    def held(self) -> bool:
        """Return whether it is a hold that is still pending."""
        return self.entry.transfer.state == TransferState.PENDING

    @property
    def address(self) -> str:
        """The page of what the entry came from; "" if there is none."""
        if self.match is not None:
            return reverse("replay", args=[self.match.id])
        transfer = self.entry.transfer
        if self.held and transfer.match_id:
            return reverse("table", args=[transfer.match_id])
        if self.origin is not None and self.origin.address:
            return self.origin.address
        if transfer.kind in _ADDRESSES:
            return reverse(_ADDRESSES[transfer.kind])
        return ""

    @property
    def subject(self) -> str:
        """The subject of the entry in words, or the name of its page; "" for neither."""
        if self.origin is not None:
            return self.origin.title
        return str(_PAGES.get(self.entry.transfer.kind, ""))


class EntryPage(NamedTuple):
    """A page of entries. `newer` and `older` are the addresses of those beside it, "" for none."""

    rows: list[EntryRow]
    newer: str
    older: str


class MonthPage(NamedTuple):
    """The statement of a month; `earlier` and `later` are months beside it (None: outside the account)."""

    month: date
    statement: MonthStatement
    sums: list[tuple[str | Promise, int]]
    earlier: date | None
    later: date | None


def kind_title(kind: str, subject: str = "") -> str | Promise:
    """A kind of transfers in words; a hold for a tournament is no stake."""
    if subject.startswith(TOURNAMENT):
        kind = {TransferKind.HOLD: TransferKind.ENTRY, TransferKind.RELEASE: TransferKind.REFUND}.get(
            TransferKind(kind), kind
        )
    return TITLES.get(kind, kind)


def page(player: str, filters: CreditFilters, before: int, after: int) -> EntryPage:
    """A page of the entries that valid filters ask for, older or newer than a transfer (0: the latest)."""
    account, path = ensure_member(player), reverse("stats_credits")
    part = statement.part(
        account, filters.matching(), PAGE, before=before, after=after, sides=sides_of(filters.filter_kind)
    )
    entries = part.entries
    return EntryPage(
        _rows(entries, player),
        newer=path + filters.address(after=entries[0].pk) if part.newer and entries else "",
        older=path + filters.address(before=entries[-1].pk) if part.older and entries else "",
    )


def chunks(player: str, filters: CreditFilters) -> Iterator[list[StatementEntry]]:
    """All entries that valid filters ask for, the latest first, some at a time."""
    yield from statement.chunks(
        ensure_member(player), filters.matching(), CHUNK, sides=sides_of(filters.filter_kind)
    )


def holds(player: str) -> list[EntryRow]:
    """The pending holds, the latest first."""
    return _rows(statement.pending(ensure_member(player)), player)


def fees_of_this_month(player: str) -> int:
    """The fees that the club took this month of the stakes that a player won."""
    return statement.fees_since(ensure_member(player), this_month())


def this_month() -> date:
    """The first day of the present month, UTC."""
    return datetime.now(UTC).date().replace(day=1)


def month_page(player: str, month: date) -> MonthPage:
    """The statement of a month, which may not be in the future."""
    account = ensure_member(player)
    totals = statement.month_statement(account, month)
    order = list(TITLES)
    sums = sorted(totals.sums, key=lambda row: order.index(row[0]) if row[0] in order else len(order))
    return MonthPage(
        month=month,
        statement=totals,
        sums=[(kind_title(kind), amount) for kind, amount in sums],
        earlier=statement.previous_month(month) if month > _first_month(account.pk, month) else None,
        later=statement.next_month(month) if month < this_month() else None,
    )


def _first_month(account: int, month: date) -> date:
    """The month of an account's first transfer; `month` if it has none."""
    firsts = [
        Transfer.objects.filter(**{side: account}).order_by("pk").values_list("at", flat=True).first()
        for side in statement.SIDES
    ]
    at = min((at for at in firsts if at is not None), default=None)
    return month if at is None else datetime.fromtimestamp(at // 1000, UTC).date().replace(day=1)


def _rows(entries: Sequence[StatementEntry], player: str) -> list[EntryRow]:
    ids = {entry.transfer.match_id for entry in entries} - {""}
    recorded = Played.objects.filter(match_id__in=ids) if ids else Played.objects.none()
    matches = {match.id: match for match in player_matches.matches(recorded, player)}
    subjects = find_subjects({entry.transfer.subject for entry in entries})
    return [
        EntryRow(entry, matches.get(entry.transfer.match_id), subjects.get(entry.transfer.subject))
        for entry in entries
    ]
