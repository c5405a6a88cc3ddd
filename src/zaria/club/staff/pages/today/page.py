"""The context of the first page of the staff."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.http import HttpRequest
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.site.asgi import has_live, live_of
from zaria.club.staff import roles
from zaria.club.staff.models import Act
from zaria.club.staff.pages.today.colleagues import colleagues
from zaria.club.staff.pages.today.figures import figures, pending_stakes
from zaria.club.staff.pages.today.health import checks
from zaria.club.staff.pages.today.money import sums
from zaria.club.staff.pages.today.queue import queue

LAST = 10
"""The reader's own acts on the page."""


def context(request: HttpRequest, member: Member | None) -> dict[str, Any]:
    """Return what a member of the staff sees of the club; sums of credits only with that power."""
    now = timezone.now()
    moment = int(now.timestamp() * 1000)
    online = len(live_of(request).lobby.sessions.online.users) if has_live(request) else None
    stakes = pending_stakes() if roles.has(member, "credits") else None
    return {
        "now": now,
        "rank": roles.TITLES[roles.rank(member)],
        "second_step": member is not None and is_mfa_enabled(member),
        "figures": figures(moment, online, stakes),
        "queue": queue(member, request.GET.get("show", "")),
        "checks": checks(request),
        "money": None if stakes is None else sums(moment, stakes.amount),
        "colleagues": colleagues(request, member),
        "own": Act.objects.filter(by=member).order_by("-pk")[:LAST],
    }
