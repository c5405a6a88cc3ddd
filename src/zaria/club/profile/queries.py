"""Queries of members by their login."""

from zaria.club.accounts.models import Member


async def find_member(login: str) -> Member | None:
    """Return the member with this login and a confirmed address."""
    return await Member.objects.filter(username__iexact=login, is_active=True, since__isnull=False).afirst()
