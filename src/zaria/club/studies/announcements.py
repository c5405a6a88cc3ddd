"""Changes of studies for the pages that show them: sent after the transaction that changes them."""

from collections.abc import Callable

from zaria.club.site.announcer import Announcer
from zaria.live.sockets.protocol.server import StudyChanged


class StudyAnnouncer(Announcer[StudyChanged]):
    """Sends the changes that this process makes to the open pages of all processes."""

    def __init__(self, send: Callable[[StudyChanged], None]) -> None:
        super().__init__()
        self._send = send

    def take(self, message: StudyChanged) -> None:
        """Send a change."""
        self._send(message)
