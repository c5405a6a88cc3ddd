"""The data of a member in conversations: for their file, and for the end of their account."""

from typing import Any

from django.db.models import Q

from zaria.club.accounts.models import Member
from zaria.club.conversations.models import Line, Participant
from zaria.club.site.clock import now_ms

_OWN = ("conversation", "number", "at", "text", "phrase", "removed_at")


def stored_data(member: Member) -> dict[str, Any]:
    """All stored data, as JSON knows it: their own lines, and their direct conversations whole.

    Of a line that the staff has removed the author alone gets the text.
    """
    participations = Participant.objects.filter(player=member.player).order_by("pk")
    direct = participations.filter(conversation__kind="direct").values("conversation")
    shown = Q(removed_at=None) | Q(author=member.player)
    return {
        "lines": list(Line.objects.filter(author=member.player).order_by("at", "pk").values(*_OWN)),
        "direct": list(
            Line.objects.filter(conversation__in=direct)
            .order_by("conversation", "number")
            .filter(shown)
            .values("conversation", "number", "at", "name", "text", "phrase")
        ),
        "conversations": list(participations.values("conversation", "read", "unread_since", "muted")),
    }


def forget(member: Member, name: str) -> None:
    """Empty the lines of a member and put another name to them; their numbers stay."""
    lines = Line.objects.filter(author=member.player)
    lines.filter(removed_at=None).update(removed_at=now_ms())
    lines.update(name=name, text="", phrase="")
    Participant.objects.filter(player=member.player).update(unread_since=None)
