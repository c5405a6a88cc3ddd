"""Unread counts of members for their open pages: sent after the transaction that changes them.

A process without an announcer, a command of the operator for instance, sends nothing.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.live.sockets.protocol.server import UnreadChanged

Send = Callable[[str, UnreadChanged], None]

_announcers: set["UnreadAnnouncements"] = set()


def counts(players: Collection[str]) -> list[tuple[str, UnreadChanged]]:
    """The present counts of these players."""
    if not players:
        return []
    members = Member.objects.filter(player__in=players)
    rows = members.values_list("player", "unread_messages", "unread_notices")
    return [(player, UnreadChanged(messages, notices)) for player, messages, notices in rows]


def announce_unread(changed: Sequence[tuple[str, UnreadChanged]]) -> None:
    """Send players their new unread counts when the present transaction is committed."""
    for announcer in tuple(_announcers):
        for player, message in changed:
            transaction.on_commit(partial(announcer.add, player, message))


class UnreadAnnouncements:
    """Sends the counts of this process. Belongs to the event loop on which it is started."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to announce."""
        self._loop = asyncio.get_running_loop()
        _announcers.add(self)

    def close(self) -> None:
        """Send nothing more."""
        _announcers.discard(self)
        self._loop = None

    def add(self, player: str, message: UnreadChanged) -> None:
        """Send a player their unread counts; called in any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._send, player, message)
