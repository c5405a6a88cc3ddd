"""Changes of the order of a member's tables."""

from collections.abc import Callable, Sequence

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.waiting import order
from zaria.club.waiting.models import TableOrder, TurnReminder
from zaria.club.waiting.waits import TableWait

Change = Callable[[Sequence[str]], list[str]]
"""Makes a new order of tables (ids) from the one that stands."""


def table_order(member: Member) -> TableOrder:
    """The order of a member's tables; one that was never changed is by the time left."""
    return TableOrder.objects.filter(member=member).first() or TableOrder(member=member)


@transaction.atomic
def use_own_order(member: Member, *, is_own: bool) -> None:
    """Have the list of a member stand in their own order, or by the time left."""
    stored = _lock(member)
    stored.is_own = is_own
    stored.save(update_fields=["is_own"])


@transaction.atomic
def rearrange(member: Member, waits: Sequence[TableWait], change: Change) -> None:
    """Change the order of a member's tables, which are `waits`, and have their list stand so."""
    stored = _lock(member)
    shown = order.arranged(waits, stored.tables) if stored.is_own else waits
    stored.is_own, stored.tables = True, change([wait.id for wait in shown])
    stored.save(update_fields=["is_own", "tables"])


@transaction.atomic
def skip(member: Member, waits: Sequence[TableWait], match_id: str) -> None:
    """Put a table last in this round of turns; `waits` are all tables of the member."""
    stored = _lock(member)
    stored.skipped = order.with_skipped(waits, stored.skipped, match_id)
    stored.save(update_fields=["skipped"])


def forget(member: Member) -> None:
    """Delete what is stored of a member's tables."""
    TableOrder.objects.filter(member=member).delete()
    TurnReminder.objects.filter(player=member.player).delete()


def _lock(member: Member) -> TableOrder:
    TableOrder.objects.get_or_create(member=member)
    return TableOrder.objects.select_for_update(no_key=True).get(member=member)
