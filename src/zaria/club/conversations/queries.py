"""Queries of conversations for the pages of other rooms."""

from zaria.club.conversations.models import Line


def context(conversation_id: str, number: int, around: int = 10) -> list[Line]:
    """The lines around one of them, for those who read reports."""
    numbers = (number - around, number + around)
    return list(Line.objects.filter(conversation=conversation_id, number__range=numbers).order_by("number"))
