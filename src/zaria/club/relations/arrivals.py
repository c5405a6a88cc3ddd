"""Notices that a friend has come online, to members who are online and want them."""

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from zaria.club.notifications.actions import notify
from zaria.club.notifications.models import NotificationSwitch
from zaria.club.relations.models import Relation
from zaria.club.relations.notice_kinds import FRIEND_ONLINE, MemberBody
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.lobby.online_users import OnlineUsers


class Friend(NamedTuple):
    """A member (number and player id) who wants to know that their friend `name` has come."""

    member: int
    player: str
    name: str


class FriendArrivals:
    """Takes the reports of members who come online. One for each process."""

    def __init__(self, users: Callable[[], OnlineUsers]) -> None:
        """`users` returns the users online at all processes."""
        self._users = users
        self._database = DatabaseThread("friend-arrivals")

    async def close(self) -> None:
        """End after what is being done."""
        await self._database.close()

    async def report(self, players: Collection[str]) -> None:
        """Notify the friends of these players who are online; once an hour of each friend."""
        friends = await self._database.run(_friends, players)
        users = self._users()
        online = [friend for friend in friends if users.find(users.handle(friend.player)) is not None]
        if online:
            await self._database.run(_notify, online)


def _friends(players: Collection[str]) -> list[Friend]:
    """The friends of these players with the switch for it; by default it is off."""
    back = Relation.objects.filter(member=OuterRef("other"), other=OuterRef("member"), follows=True)
    wanted = NotificationSwitch.objects.filter(member=OuterRef("member"), kind=FRIEND_ONLINE.name, page=True)
    rows = Relation.objects.filter(Exists(back), Exists(wanted), other__player__in=players, follows=True)
    return [Friend(*row) for row in rows.values_list("member", "member__player", "other__username")]


def _notify(friends: Collection[Friend]) -> None:
    hour = datetime.now(UTC).strftime("%Y%m%d%H")
    for member, _player, name in friends:
        body = MemberBody(name=name, path=f"/@{name}")
        notify([member], FRIEND_ONLINE, body, key=f"online:{name}:{hour}")
