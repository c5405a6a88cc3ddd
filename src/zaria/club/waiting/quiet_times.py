"""The quiet hours of members, as the moments of reminders need them."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from zaria.club.accounts.models import Member
from zaria.club.notifications.models import NoticeSettings
from zaria.club.notifications.push.quiet_hours import quiet_span, zone_of
from zaria.club.waiting.reminders import Span, SpanAt


class QuietTimes(NamedTuple):
    """The quiet hours of a member: two hours of a zone's clock; the same twice for none."""

    zone: ZoneInfo
    quiet_from: int
    quiet_to: int

    def span_at(self, moment: int) -> Span | None:
        """Return the beginning and the end of the quiet time at a moment (all in ms); None: it is none."""
        at = datetime.fromtimestamp(moment / 1000, UTC)
        span = quiet_span(at, self.zone, self.quiet_from, self.quiet_to)
        return None if span is None else Span(*(round(edge.timestamp() * 1000) for edge in span))


def spans_of(players: Collection[str]) -> dict[str, SpanAt]:
    """Return the quiet times of the members among some players, by the ids of those."""
    usual = NoticeSettings()
    rows = Member.objects.filter(player__in=players).values_list(
        "player", "time_zone", "notice_settings__quiet_from", "notice_settings__quiet_to"
    )
    return {
        player: QuietTimes(
            zone_of(time_zone),
            usual.quiet_from if quiet_from is None else quiet_from,
            usual.quiet_to if quiet_to is None else quiet_to,
        ).span_at
        for player, time_zone, quiet_from, quiet_to in rows
    }
