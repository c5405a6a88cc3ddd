"""The timer of tournaments, in the head of every page.

A blue timer counts to the start of the member's next tournament. An orange one counts the time left to sit
down at their open match, or else the time to their next match, or to the end of their round.
"""

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _

from zaria.club.accounts import players
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.clock import DAY_MS, HOUR_MS, MINUTE_MS, now_ms
from zaria.club.tournaments import queries
from zaria.club.tournaments.page_parts import HEAD, Countdown, Head

_SECOND_MS = 1000


def time_left(ms: int) -> str:
    """A short time: "4:59", "3 h", "2 d", rounded as the dates of the pages are."""
    remaining = max(0, ms)
    if remaining >= 2 * DAY_MS:
        return _("{n} d").format(n=round(remaining / DAY_MS))
    if remaining >= HOUR_MS:
        return _("{n} h").format(n=round(remaining / HOUR_MS))
    return f"{remaining // MINUTE_MS}:{remaining % MINUTE_MS // _SECOND_MS:02}"


def tournaments(request: HttpRequest) -> dict[str, Any]:
    """For every template: the timer, and the number of active tournaments."""
    head = HEAD.of(request)
    if head is None:
        return {}
    return {
        "active_tournaments": head.active.number,
        "tournament_timer": _timer(request, head.countdown),
        "tournament_slip": _slip(head),
    }


class TournamentSlip(NamedTuple):
    """A tournament that starts soon. `free` is the number of its free seats; None: it has no limit."""

    title: str
    address: str
    time: str
    is_entered: bool
    free: int | None = None


def _slip(head: Head) -> TournamentSlip | None:
    """Return the tournament of the reader that starts next, else the next with free seats."""
    wait, row, now = head.countdown, head.active.coming, now_ms()
    if wait is not None and wait.kind == "start":
        remaining = wait.at - now
        return TournamentSlip(wait.title, f"/tournaments/{wait.id}", _time_to(remaining), is_entered=True)
    if row is None or row.starts_at <= now:
        return None
    terms = queries.terms_of(row)
    free = terms.most - row.players if queries.has_limit(terms) else None
    if free is not None and free <= 0:
        return None
    time = _time_to(row.starts_at - now)
    return TournamentSlip(queries.title_of(row), f"/tournaments/{row.pk}", time, is_entered=False, free=free)


def _time_to(ms: int) -> str:
    """A time in minutes below an hour, else as in the head."""
    return _("{n} min").format(n=max(1, round(ms / MINUTE_MS))) if ms < HOUR_MS else time_left(ms)


def _timer(request: HttpRequest, wait: Countdown | None) -> dict[str, Any] | None:
    player, now = players.of(request), now_ms()
    if player is not None and player.member and has_live(request):
        calls = live_of(request).lobby.lists.tournament_tables(player.id)
        due = [call for call in calls if (call.until or 0) > now and f"/t/{call.m}" != request.path]
        if due:
            call = min(due, key=lambda call: call.until or 0)
            remaining = (call.until or 0) - now
            return _chip("join", f"/t/{call.m}", remaining, _("Time left to join your match"))
    if wait is None:
        return None
    words = {
        "next": _("Your next match: {title}"),
        "round": _("Round ends: {title}"),
        "start": _("Start of {title}"),
    }
    title = words[wait.kind].format(title=wait.title)
    return _chip(wait.kind, f"/tournaments/{wait.id}", max(0, wait.at - now), title)


def _chip(kind: str, address: str, remaining: int, title: str) -> dict[str, Any]:
    return {"kind": kind, "address": address, "left": remaining, "text": time_left(remaining), "title": title}
