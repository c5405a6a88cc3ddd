"""The comments of a member, for the file of their data."""

from typing import Any

from zaria.club.accounts.models import Member
from zaria.club.comments.models import Comment


def stored_data(member: Member) -> list[Any]:
    """All comments that are stored."""
    comments = Comment.objects.filter(author=member).order_by("pk")
    return list(comments.values("place", "at", "text", "removed"))
