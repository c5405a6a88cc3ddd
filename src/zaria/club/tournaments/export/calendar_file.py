"""Tournaments as a calendar (iCalendar, RFC 5545)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from zaria.club.games.catalogue import TITLES
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.tournaments import queries
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.models import Tournament

MOST = 500
"""Tournaments of the whole calendar: the next ones."""

_STATUS = {Tournament.Phase.CANCELLED: "CANCELLED"}


def upcoming(federation: str = "") -> list[Tournament]:
    """Return the public tournaments that are announced, played, or cancelled before their start.

    `federation` is the slug of their federation, or "" for all.
    """
    since = now_ms() - DAY_MS
    phases = (Tournament.Phase.OPEN, Tournament.Phase.PLAYING, Tournament.Phase.CANCELLED)
    rows = Tournament.objects.filter(private=False, starts_at__gte=since, phase__in=phases)
    rows = rows.filter(federation=federation) if federation else rows
    return list(rows.order_by("starts_at")[:MOST])


def calendar(rows: Iterable[Tournament], site: str, name: str) -> bytes:
    """These tournaments as a calendar with this name; `site` is the club's address without a last slash."""
    from icalendar import Calendar, Event  # takes a second to import, and few visitors ask for a calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Zaria//Tournaments//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    host = site.partition("://")[2]
    for row in rows:
        event, start = Event(), datetime.fromtimestamp(row.starts_at // 1000, UTC)
        terms = queries.terms_of(row)
        address = f"{site}/tournaments/{row.pk}"
        event.add("uid", f"{row.pk}@{host}")
        event.add("dtstamp", datetime.fromtimestamp(row.created_at // 1000, UTC))
        event.add("sequence", row.events)
        event.add("dtstart", start)
        if terms.info.continuous:
            event.add("dtend", start + timedelta(milliseconds=terms.round_ms))
        event.add("summary", queries.title_of(row))
        event.add("description", f"{TITLES[row.game]} · {FORMAT_WORDS[row.format].title}\n{address}")
        event.add("url", address)
        event.add("status", _STATUS.get(Tournament.Phase(row.phase), "CONFIRMED"))
        calendar.add_component(event)
    return bytes(calendar.to_ical())
