"""The time that a member has played for stakes, from the holds of both players of a match."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Min
from django.utils import timezone

from zaria.club.ledger.kinds import TransferKind, member_code
from zaria.club.ledger.models import Transfer
from zaria.club.player_limits.models import Reminder

DAY = timedelta(days=1)
USUAL = 60
"""Minutes after which a member is reminded who has chosen nothing."""
_MOST = 200
"""Transfers of a member that are looked at, the latest."""

Spans = list[tuple[datetime, datetime]]
"""Beginnings and ends of matches, in order."""


def matches(player: str, now: datetime | None = None) -> Spans:
    """The staked matches of a member in the last 24 hours: from the second hold to its resolution, or now."""
    now = now or timezone.now()
    transfers = Transfer.objects.filter(debit__code=member_code(player), debit__unit=settings.LEDGER.unit)
    latest = transfers.order_by("-pk").values_list("pk", "kind", "match_id", "at")[:_MOST]
    holds = {
        pk: (match_id, at) for pk, kind, match_id, at in latest if kind == TransferKind.HOLD and match_id
    }
    if not holds:
        return []
    opponent_holds = Transfer.objects.filter(
        kind=TransferKind.HOLD, match_id__in={match_id for match_id, _ in holds.values()}
    )
    seated = dict(opponent_holds.exclude(pk__in=holds).order_by("pk").values_list("match_id", "at"))
    ends = dict(
        Transfer.objects.filter(hold__in=holds)
        .values("hold")
        .annotate(end=Min("at"))
        .values_list("hold", "end")
    )
    spans = [
        (_moment(max(at, seated[match_id])), _moment(ends[pk]) if pk in ends else now)
        for pk, (match_id, at) in holds.items()
        if match_id in seated
    ]
    return sorted((start, end) for start, end in spans if start < end and end > now - DAY)


def played(spans: Spans, since: datetime) -> timedelta:
    """The time since a moment in which at least one of these matches went on."""
    total, covered = timedelta(), since
    for start, end in spans:
        if end > covered:
            total += end - max(start, covered)
            covered = end
    return total


def reminder(player: str, now: datetime | None = None) -> timedelta | None:
    """The time played for stakes in 24 hours, if the member is to be reminded of it now."""
    now = now or timezone.now()
    spans = matches(player, now)
    if not spans:
        return None
    row = Reminder.objects.filter(player=player).first()
    minutes, seen = (row.minutes, row.seen_at) if row else (USUAL, None)
    since = max(now - DAY, seen or now - DAY)
    if minutes == 0 or played(spans, since) < timedelta(minutes=minutes):
        return None
    return played(spans, now - DAY)


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, timezone.get_default_timezone())
