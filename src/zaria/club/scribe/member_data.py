"""The sheets in the data of a member."""

from collections.abc import Iterator
from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.scribe.models import MatchSheet

_FACTS = (
    "game",
    "terms",
    "name0",
    "name1",
    "event",
    "round",
    "place",
    "day",
    "note",
    "match_id",
    "library_key",
    "is_broadcast",
    "clock",
    "writer_key",
    "reader_key",
)


def stored_data(member: Member) -> Iterator[dict[str, Any]]:
    """Yield all sheets of a member with their steps."""
    for row in MatchSheet.objects.filter(owner=member).order_by("created"):
        steps = row.steps.order_by("number").values_list("at", "body")
        # before the end the secret would tell the rolls to come
        secret = {"dice_secret": row.dice_secret if row.match_id else ""}
        facts = {name: getattr(row, name) for name in _FACTS}
        yield {"id": row.pk, "created": row.created, **facts, **secret, "steps": list(steps)}
