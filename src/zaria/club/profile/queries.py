"""Queries of members by their login."""

from zaria.club.accounts.models import Member


async def find_member(login: str) -> Member | None:
    """Return the member with this login and a confirmed address."""
    return await Member.objects.by_login(login).filter(is_active=True, since__isnull=False).afirst()
