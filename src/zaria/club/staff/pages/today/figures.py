"""The numbers of today, each with a plot of two weeks. All days are of UTC."""

from typing import NamedTuple

from django.db.models import Count, F, Sum
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.ledger.amounts import amount_text
from zaria.club.ledger.kinds import TransferKind
from zaria.club.ledger.models import Transfer, TransferState
from zaria.club.matches.results.models import Played
from zaria.club.site.clock import DAY_MS
from zaria.club.staff.pages.today.plots import bars, counts_by_day
from zaria.club.support.models import Report

DAYS = 14
MOST = 500
"""The latest members and reports that are counted."""


class Figure(NamedTuple):
    """A number of today: its name, what it is compared with, and its plot."""

    title: str
    value: str
    note: str
    plot: SafeString


class Stakes(NamedTuple):
    """The stakes that are set aside at present: their number, and their sum in hundredths."""

    number: int
    amount: int


def figures(now: int, online: int | None, stakes: Stakes | None) -> list[Figure]:
    """Return the numbers, credits only with `stakes`; `now` in ms, `online` users if known."""
    matches, staked = _matches(now)
    members = counts_by_day(_members(), now, DAYS)
    reports = counts_by_day(_reports(), now, DAYS)
    online_text = "" if online is None else _("Online now: %(number)s") % {"number": online}
    numbers = [
        Figure(_("Matches today"), str(matches[-1]), online_text, _plot(matches)),
        Figure(_("New members today"), str(members[-1]), _in_all(members), _plot(members, "brass")),
        Figure(_("Reports today"), str(reports[-1]), _in_all(reports), _plot(reports, "madder")),
    ]
    if stakes is not None:
        note = _("Stakes: %(number)s") % {"number": stakes.number}
        label = _("Stakes of each of the last %(days)s days") % {"days": DAYS}
        plot = bars(staked, label, "brass")
        numbers.append(Figure(_("Credits in play"), amount_text(stakes.amount), note, plot))
    return numbers


def pending_stakes() -> Stakes:
    """Read the stakes that are set aside, by the index of those alone."""
    holds = Transfer.objects.filter(state=TransferState.PENDING, kind=TransferKind.HOLD)
    pending = holds.aggregate(number=Count("pk"), amount=Sum("amount"))
    return Stakes(pending["number"], pending["amount"] or 0)


def _matches(now: int) -> tuple[list[int], list[int]]:
    """The matches that ended on each of the days, and the sum of their stakes (hundredths)."""
    counts, staked, today = [0] * DAYS, [0] * DAYS, now // DAY_MS
    period = {"ended__gte": (today - DAYS + 1) * DAY_MS, "ended__lt": (today + 1) * DAY_MS}
    rows = Played.objects.filter(**period).order_by()
    for row in rows.values(day=F("ended") / DAY_MS).annotate(count=Count("pk"), staked=Sum("stake")):
        age = today - int(row["day"])
        if 0 <= age < DAYS:
            counts[-1 - age], staked[-1 - age] = row["count"], row["staked"] or 0
    return counts, staked


def _members() -> list[int]:
    latest = Member.objects.order_by("-pk").values_list("since", flat=True)[:MOST]
    return [int(since.timestamp() * 1000) for since in latest if since is not None]


def _reports() -> list[int]:
    latest = Report.objects.order_by("-pk").values_list("at", flat=True)[:MOST]
    return [int(at.timestamp() * 1000) for at in latest]


def _plot(counts: list[int], hue: str = "") -> SafeString:
    return bars(counts, _("Each of the last %(days)s days") % {"days": DAYS}, hue)


def _in_all(counts: list[int]) -> str:
    return _("In %(days)s days: %(number)s") % {"days": DAYS, "number": sum(counts)}
