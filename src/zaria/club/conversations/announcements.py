"""Removals of lines, for open pages: announced after the transaction.

A process without an announcer, a command of the operator for instance, sends nothing.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.db import transaction

from zaria.live.sockets.protocol.server import LineRemoved

Removed = Callable[[LineRemoved], None]

_announcers: set["ConversationAnnouncements"] = set()


def announce_removal(conversation_id: str, number: int) -> None:
    """Let readers know that a line is removed, when the present transaction is committed."""
    for announcer in tuple(_announcers):
        transaction.on_commit(partial(announcer.add_removal, LineRemoved(conversation_id, number)))


class ConversationAnnouncements:
    """Sends the removals of this process. Belongs to the event loop on which it is started."""

    def __init__(self, removed: Removed) -> None:
        self._removed = removed
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to announce."""
        self._loop = asyncio.get_running_loop()
        _announcers.add(self)

    def close(self) -> None:
        """Send nothing more."""
        _announcers.discard(self)
        self._loop = None

    def add_removal(self, message: LineRemoved) -> None:
        """Announce that a line is removed; called in any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self._removed, message)
