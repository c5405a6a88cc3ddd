"""Notices that a tournament starts soon."""

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import notify
from zaria.club.site.clock import MINUTE_MS, now_ms
from zaria.club.tournaments import notices
from zaria.club.tournaments.models import Entry, Tournament
from zaria.club.tournaments.notice_kinds import TOURNAMENT_SOON, StartBody

BEFORE_MS = 15 * MINUTE_MS
"""Milliseconds before the start at which entrants are notified."""


def notify_of_starts() -> None:
    """Notify the entrants of tournaments that start soon, once for each start."""
    now = now_ms()
    soon = Tournament.objects.filter(phase=Tournament.Phase.OPEN, starts_at__range=(now, now + BEFORE_MS))
    for row in soon:
        entrants = Entry.objects.filter(tournament=row, active=True).values("player")
        ids = Member.objects.filter(player__in=entrants).values_list("pk", flat=True)
        body = StartBody(title=row.title, starts_at=row.starts_at, path=f"/tournaments/{row.pk}")
        key = f"soon:{row.pk}:{row.starts_at}"
        notify(ids, TOURNAMENT_SOON, body, key=key, sender=notices.sender_of(row))
