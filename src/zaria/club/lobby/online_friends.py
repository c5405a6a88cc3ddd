"""A member's friends who are online, on the front page."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from asgiref.sync import sync_to_async

from zaria.club.accounts.models import Member
from zaria.club.profile import privacy
from zaria.live.app import Live
from zaria.live.lobby.groups import person
from zaria.live.sockets.protocol.cards import Person
from zaria.match.events import Player

MOST = 4
"""Friends who are shown; a link leads to the others."""


class OnlineFriend(NamedTuple):
    """A friend who is online; `may_invite`: they accept an invitation from the reader now."""

    person: Person
    may_invite: bool


async def find(live: Live, reader: Player, friend_ids: Collection[str]) -> Sequence[OnlineFriend]:
    """Return some of the reader's friends who are online, those who play first, then by name.

    Members who hide that they are online are left out. It runs on the event loop, where users come and go.
    """
    sessions = live.lobby.sessions
    users = sessions.online.users
    online: dict[str, Person] = {}
    for player_id in friend_ids:
        handle = users.handle(player_id)
        visitor = users.find(handle)
        if visitor is not None and not visitor.hidden:
            online[player_id] = person(sessions.lists, handle, visitor)
    first = sorted(online, key=lambda player_id: _order(online[player_id]))[:MOST]
    invites = await sync_to_async(_invites)(first, reader) if first else {}
    return [
        OnlineFriend(online[player_id], invites[player_id]) for player_id in first if player_id in invites
    ]


def _order(friend: Person) -> tuple[bool, str]:
    return friend.table is None, friend.name.casefold()


def _invites(player_ids: Sequence[str], reader: Player) -> dict[str, bool]:
    """Map players to whether they take invitations of the reader; players who hide are left out.

    The socket of a member who has just hidden may still be open. Robots wait at tables of their own.
    """
    members = Member.objects.filter(player__in=player_ids).only("player", "robot", "settings", "is_pupil")
    return {
        member.player: not member.robot and privacy.wants_invitations(member, reader)
        for member in members
        if not member.hidden
    }
