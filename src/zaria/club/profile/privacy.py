"""A member's privacy: who may see what, and who may invite them."""

from zaria.club.accounts.models import Member
from zaria.club.profile import preferences
from zaria.match.events import Player


def shows(member: Member, what: str) -> bool:
    """True if others may see it; `what` is "online", "country" or "games" (with all numbers about them)."""
    return preferences.value(member.settings, f"show_{what}") is True


def takes_invitations(member: Member, of: Player) -> bool:
    """True if `of` may invite this member to a table."""
    who = preferences.value(member.settings, "invites")
    return who == "all" or (who == "members" and of.member)


async def may_invite(me: Player, invited: str) -> bool:
    """True if `me` may invite the player with the id `invited`; guests accept every invitation."""
    member = await Member.objects.filter(player=invited).only("settings").afirst()
    return member is None or takes_invitations(member, me)
