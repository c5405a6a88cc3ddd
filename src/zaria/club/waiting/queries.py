"""The stored order of a member's tables, for their file."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.waiting.models import TableOrder, TurnReminder


def stored_data(member: Member) -> dict[str, Any]:
    """All stored data of a member."""
    reminders = TurnReminder.objects.filter(player=member.player).order_by("match_id")
    return {
        "order": TableOrder.objects.filter(member=member).values("is_own", "tables", "skipped").first(),
        "reminders": list(reminders.values("match_id", "since", "at")),
    }
