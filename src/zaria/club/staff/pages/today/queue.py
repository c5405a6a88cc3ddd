"""Everything that waits for the staff, in one list: reports, requests, and requests for pay-outs."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.club.accounts.models import Member
from zaria.club.ledger.amounts import with_unit
from zaria.club.payouts import queries as payouts
from zaria.club.payouts.models import PayoutRequest, PayoutState
from zaria.club.staff import roles
from zaria.club.staff.pages.reports import Waiting, waiting_reports, waiting_requests
from zaria.club.support.models import Report, Thread, ThreadState

SHOWN = 12
"""The entries on the page, those that wait longest."""


class Sort(NamedTuple):
    """A sort of entries: its word in the address, its title, the icon and the verb of its rows."""

    name: str
    title: Any
    icon: str
    verb: Any


REPORTS = Sort("reports", gettext_lazy("reports"), "i-flag", pgettext_lazy("staff", "Read"))
REQUESTS = Sort("requests", gettext_lazy("requests"), "i-chat", pgettext_lazy("staff", "Answer"))
PAYOUTS = Sort("payouts", gettext_lazy("pay-out requests"), "i-coins", pgettext_lazy("staff", "Decide"))


class Row(NamedTuple):
    """An entry with its sort."""

    sort: Sort
    waiting: Waiting


class QueueChoice(NamedTuple):
    """A choice above the queue, with the number of its entries."""

    name: str
    title: Any
    number: int


class Queue(NamedTuple):
    """The oldest entries of the chosen sort ("" for all), and the choices."""

    rows: list[Row]
    choices: list[QueueChoice]
    show: str

    @property
    def payouts(self) -> int | None:
        """The number of requests for pay-outs; None for those who may not decide them."""
        return next((choice.number for choice in self.choices if choice.name == PAYOUTS.name), None)


def queue(by: Member | None, show: str) -> Queue:
    """Read what a member of the staff may handle, the oldest first."""
    counts = {
        REPORTS: Report.objects.filter(closed_at=None).aggregate(count=Count("about", distinct=True))[
            "count"
        ],
        REQUESTS: Thread.objects.filter(state=ThreadState.OPEN, waiting_since__isnull=False).count(),
    }
    if roles.has(by, "credits"):
        counts[PAYOUTS] = payouts.open_requests()
    show = show if show in {sort.name for sort in counts} else ""
    entries: dict[Sort, Callable[[int], Iterable[Waiting]]] = {
        REPORTS: waiting_reports,
        REQUESTS: waiting_requests,
        PAYOUTS: _payouts,
    }
    rows = [
        Row(sort, waiting)
        for sort, number in counts.items()
        if number and show in ("", sort.name)
        for waiting in entries[sort](SHOWN)
    ]
    choices = [QueueChoice(sort.name, sort.title, number) for sort, number in counts.items()]
    everything = QueueChoice("", _("all"), sum(counts.values()))
    return Queue(sorted(rows, key=lambda row: row.waiting.since)[:SHOWN], [everything, *choices], show)


def _payouts(most: int) -> Iterator[Waiting]:
    requests = list(PayoutRequest.objects.filter(state=PayoutState.OPEN).order_by("pk")[:most])
    logins = dict(
        Member.objects.filter(player__in=[request.player for request in requests]).values_list(
            "player", "username"
        )
    )
    for request in requests:
        path = reverse("admin:payouts_payoutrequest_change", args=[request.pk])
        name = logins.get(request.player, "–")
        yield Waiting(request.at, with_unit(request.amount), name, 1, path)
