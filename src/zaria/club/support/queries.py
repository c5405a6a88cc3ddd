"""Queries of requests and reports."""

from typing import Any

from django.db.models import OuterRef, Subquery
from django.db.models.functions import Substr

from zaria.club.accounts.models import Member
from zaria.club.support.models import Message, Report, Thread

SHOWN = 20
"""Requests and reports of one's own on the page."""
BEGINNING = 120
"""Characters of the first message beside a request."""


def threads_of(member: Member) -> list[Thread]:
    """The latest requests of a member, each with the `beginning` of its first message."""
    first = Message.objects.filter(thread=OuterRef("pk")).order_by("pk").values("text")[:1]
    threads = Thread.objects.filter(member=member)
    return list(threads.annotate(beginning=Substr(Subquery(first), 1, BEGINNING))[:SHOWN])


def reports_by(player: str) -> list[Report]:
    """The latest reports by a player."""
    return list(Report.objects.filter(player=player).order_by("-pk")[:SHOWN])


def stored_data(member: Member) -> dict[str, Any]:
    """The requests and reports of a member, for the file of their data."""
    threads = Thread.objects.filter(member=member).order_by("pk").prefetch_related("messages")
    reports = Report.objects.filter(reporter=member).order_by("pk")
    return {
        "requests": [
            {
                "kind": thread.kind,
                "at": thread.at,
                "page": thread.page,
                "match": thread.match,
                "browser": thread.browser,
                "messages": [
                    {"at": message.at, "by_staff": message.by_staff, "text": message.text}
                    for message in thread.messages.all()
                ],
            }
            for thread in threads
        ],
        "reports": list(reports.values("about", "rule", "text", "at", "closed_at")),
    }


def forget(member: Member) -> None:
    """Delete the requests of a member who ends their account, and their name in reports."""
    Thread.objects.filter(member=member).delete()
    Report.objects.filter(reporter=member).update(reporter=None, player_name="–", text="")
