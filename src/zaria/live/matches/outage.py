"""Outages of stores: play pauses, nothing is lost, nobody's clock runs, and it continues by itself."""

import asyncio
import logging
from collections.abc import Callable

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.sockets.protocol.server import Status

log = logging.getLogger(__name__)

STATUS = "status"
"""The topic of the bus with the status of a process: `Status`."""


class Outage:
    """State of an outage: the start of the pause, and the waiting tasks.

    There may be several causes at once (the journal, the bus); the outage ends with the last of them.
    """

    def __init__(self, bus: Bus, now: Now, resumed: Callable[[int], None]) -> None:
        """`resumed` receives the moment (ms) from which nothing could be stored."""
        self._bus = bus
        self._now = now
        self._resumed = resumed
        self.on = False
        """True while play is paused."""
        self._causes: set[str] = set()
        self._since = 0
        self._waiting: list[asyncio.Future[None]] = []

    def begin(self, cause: str, since: int | None = None) -> bool:
        """`cause` is away since then (ms; None: now); return whether that is new."""
        if cause in self._causes:
            return False
        since = self._now() if since is None else since
        self._since = min(self._since, since) if self._causes else since
        self._causes.add(cause)
        self.on = True
        log.warning("play is paused: the %s is unreachable", cause)
        if len(self._causes) == 1:
            self._bus.publish(STATUS, Status(up=False))
        return True

    def end(self, cause: str) -> None:
        """`cause` is back."""
        self._causes.discard(cause)
        if self._causes:
            return
        self.on = False
        log.warning("play resumed after %d ms", self._now() - self._since)
        try:
            self._resumed(self._since)
        except Exception:  # the other listeners continue all the same
            log.exception("play resumed, but a listener failed")
        self._bus.publish(STATUS, Status(up=True))
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def over(self) -> None:
        """Wait for the end of the outage."""
        if self._causes:
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future
