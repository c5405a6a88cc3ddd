"""Queries of offers of other terms."""

from collections.abc import Collection
from typing import Any

import msgspec
from django.db.models import Count

from zaria.club.accounts.models import Member
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.match.terms import Terms

_RUNNING = (TableOfferState.OPEN, TableOfferState.ACCEPTING)


def of_table(match_id: str) -> list[TableOffer]:
    """The running offers at a table, the oldest first."""
    rows = TableOffer.objects.filter(match_id=match_id, state__in=_RUNNING)
    return list(rows.select_related("owner", "reader").order_by("at", "pk"))


def of_reader(match_id: str, player: str) -> TableOffer | None:
    """The last offer between a reader and the owner of a table, whatever became of it."""
    rows = TableOffer.objects.filter(match_id=match_id, reader__player=player)
    return rows.select_related("owner", "reader").first()


def waiting_for_owner(match_id: str) -> int:
    """The number of offers at a table that its owner has not answered."""
    return waiting_at([match_id]).get(match_id, 0)


def waiting_at(match_ids: Collection[str]) -> dict[str, int]:
    """The numbers of offers that the owners of tables have not answered, by table."""
    rows = TableOffer.objects.filter(match_id__in=match_ids, state=TableOfferState.OPEN, by_owner=False)
    numbers = rows.order_by().values("match_id").annotate(number=Count("pk"))
    return dict(numbers.values_list("match_id", "number"))


def has_running(match_id: str) -> bool:
    """Return whether offers run at a table."""
    return TableOffer.objects.filter(match_id=match_id, state__in=_RUNNING).exists()


def running() -> list[TableOffer]:
    """All running offers."""
    return list(TableOffer.objects.filter(state__in=_RUNNING).select_related("owner", "reader"))


def accepting() -> list[TableOffer]:
    """The offers that are being accepted."""
    rows = TableOffer.objects.filter(state=TableOfferState.ACCEPTING)
    return list(rows.select_related("owner", "reader"))


def is_accepting(pk: int, next_match: str) -> bool:
    """Return whether an offer is still being accepted by the process that is to open `next_match`."""
    rows = TableOffer.objects.filter(pk=pk, state=TableOfferState.ACCEPTING, next_match=next_match)
    return rows.exists()


def terms_of(row: TableOffer) -> Terms:
    """The terms of an offer."""
    return msgspec.convert(row.terms, Terms)


def stored_data(member: Member) -> list[dict[str, Any]]:
    """The offers of a member and to them, for that member."""
    rows = (member.table_offers.all() | member.offers_at_own_tables.all()).order_by("at")
    return [dict(row) for row in rows.values("match_id", "round", "by_owner", "terms", "at", "state")]
