"""Friends who want it hear that a member has come online."""

from pathlib import Path

from asgiref.sync import sync_to_async

from tests.support.club.talking import join, talking
from tests.support.live.page_sessions import Page
from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import set_switches
from zaria.club.notifications.kinds import Switches
from zaria.club.notifications.models import Notification
from zaria.club.relations import actions
from zaria.club.relations.arrivals import FriendArrivals
from zaria.club.relations.notice_kinds import FRIEND_ONLINE


def prepare() -> dict[str, Member]:
    """Ann and two friends, Bob and Cid, who want it; Dan, who is no friend, and Eve, who does not want it."""
    people = {name: join(f"m-{name}") for name in ("ann", "bob", "cid", "dan", "eve")}
    for name, member in people.items():
        if name != "ann":
            actions.follow(member, people["ann"])
            if name != "dan":
                actions.follow(people["ann"], member)
        if name != "eve":
            set_switches(member.pk, {FRIEND_ONLINE: Switches(page=True, mail=False, push=False)})
    return people


def notified() -> list[str]:
    """The players with a notice of the kind."""
    rows = Notification.objects.filter(kind=FRIEND_ONLINE.name)
    return sorted(rows.values_list("to__player", flat=True))


async def test_friends_online_hear_of_an_arrival_once(database_file: None, tmp_path: Path) -> None:
    await sync_to_async(prepare)()
    async with talking(tmp_path) as talk:
        for name in ("bob", "dan", "eve"):
            page = Page(talk.live, f"m-{name}")
            assert page.user is not None
        arrivals = FriendArrivals(lambda: talk.live.lobby.sessions.online.users)
        for _ in range(2):
            await arrivals.report(["m-ann"])
        assert await sync_to_async(notified)() == ["m-bob"], "Cid is not online"
        await arrivals.close()
