"""A member's privacy: who may see what, and who may invite them."""

from asgiref.sync import sync_to_async

from zaria.club.accounts.models import Member
from zaria.club.profile import preferences
from zaria.club.relations.queries import blocked_between
from zaria.match.events import Player


def shows(member: Member, detail: str) -> bool:
    """True if others may see it; `detail` is "online", "country" or "games" (with all numbers about them).

    Strangers see nothing of a pupil account; pages for its group ask `groups.queries.may_see`.
    """
    return not member.is_pupil and preferences.value(member.settings, f"show_{detail}") is True


def wants_invitations(member: Member, of: Player) -> bool:
    """True if the settings of this member let `of` invite them; a block does not count."""
    who = preferences.value(member.settings, "invites")
    return who == "all" or (who == "members" and of.member)


def takes_invitations(member: Member, of: Player) -> bool:
    """True if `of` may invite this member, by the member's settings and where neither blocks the other."""
    return wants_invitations(member, of) and not (of.member and blocked_between(member.player, of.id))


async def may_invite(me: Player, invited: str) -> bool:
    """True if `me` may invite the player with the id `invited`; guests accept every invitation."""
    member = await Member.objects.filter(player=invited).only("player", "settings").afirst()
    return member is None or await sync_to_async(takes_invitations)(member, me)
