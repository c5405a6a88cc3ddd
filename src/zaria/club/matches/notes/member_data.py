"""The notes in the data of a member."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.matches.notes.models import Note


def stored_data(member: Member) -> list[dict[str, Any]]:
    """All notes of a member."""
    rows = Note.objects.filter(member=member).order_by("at")
    return [{"match_id": row.match_id, "text": row.text, "at": row.at} for row in rows]


def forget(member: Member) -> None:
    """Delete all notes of a member."""
    Note.objects.filter(member=member).delete()
