"""All that is stored about a member's progress, for their own file."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.progress.models import ProgressSwitches


def stored_data(member: Member) -> dict[str, Any]:
    """Return all stored data about a member as plain objects of JSON."""
    switches = ProgressSwitches.objects.filter(member=member)
    return {
        "switches": switches.values(
            "gathers", "compares", "in_background", "requested_at", "searched_before", "gathers_before"
        ).first(),
        "months": list(
            member.progress_months.order_by("game", "month").values(
                "game", "month", "matches", "luck", "result", "adjusted"
            )
        ),
        "sums": list(
            member.progress_sums.order_by("game", "month", "phase", "kind").values(
                "game", "month", "phase", "kind", "decisions", "loss", "squares"
            )
        ),
        "matches": list(
            member.progress_matches.order_by("pk").values(
                *("match", "game", "month", "decisions", "loss", "squares", "luck", "result", "adjusted"),
                *("sums", "first_turns"),
            )
        ),
    }
