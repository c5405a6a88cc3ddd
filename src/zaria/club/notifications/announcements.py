"""Unread counts of members for their open pages: sent after the transaction that changes them."""

from collections.abc import Callable, Collection, Sequence

from zaria.club.accounts.models import Member
from zaria.club.site.announcer import Announcer
from zaria.live.sockets.protocol.server import UnreadChanged

Send = Callable[[str, UnreadChanged], None]


def counts(players: Collection[str]) -> list[tuple[str, UnreadChanged]]:
    """The present counts of these players."""
    if not players:
        return []
    members = Member.objects.filter(player__in=players)
    rows = members.values_list("player", "unread_messages", "unread_notices")
    return [(player, UnreadChanged(messages, notices)) for player, messages, notices in rows]


def announce_unread(changed: Sequence[tuple[str, UnreadChanged]]) -> None:
    """Send players their new unread counts when the present transaction is committed."""
    for player, message in changed:
        UnreadAnnouncer.after_commit(player, message)


class UnreadAnnouncer(Announcer[str, UnreadChanged]):
    """Sends the unread counts of this process to the pages of their members."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send

    def take(self, player: str, message: UnreadChanged) -> None:
        """Send a player their unread counts."""
        self._send(player, message)
