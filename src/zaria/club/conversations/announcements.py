"""Removals of lines, for open pages: announced after the transaction."""

from collections.abc import Callable

from zaria.club.site.announcer import Announcer
from zaria.live.sockets.protocol.server import LineRemoved

Send = Callable[[LineRemoved], None]


class RemovalAnnouncer(Announcer[LineRemoved]):
    """Sends the removals of this process to the readers of the conversation."""

    def __init__(self, send: Send) -> None:
        super().__init__()
        self._send = send

    def take(self, message: LineRemoved) -> None:
        """Send a removal."""
        self._send(message)
