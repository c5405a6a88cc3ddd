"""Stores that are away: play pauses, nothing is lost, nobody pays, and it goes on by itself."""

import asyncio
import logging
from collections.abc import Callable

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.sockets.protocol import Status

log = logging.getLogger(__name__)

STATUS = "status"
"""The topic of the bus on which a process says whether play goes on: `protocol.Status`."""


class Outage:
    """Whether play is paused, since when, and who waits for it to go on.

    There may be several causes at once (the journal, the bus); it goes on when the last has ended.
    """

    def __init__(self, bus: Bus, now: Now, resumed: Callable[[int], None]) -> None:
        """`resumed` is told the moment (ms) from which on nothing could be stored."""
        self._bus = bus
        self._now = now
        self._resumed = resumed
        self.on = False
        """Whether play is paused."""
        self._causes: set[str] = set()
        self._since = 0
        self._waiting: list[asyncio.Future[None]] = []

    def begin(self, cause: str, since: int | None = None) -> bool:
        """`cause` is away since then (ms; None: now); whether that is news."""
        if cause in self._causes:
            return False
        since = self._now() if since is None else since
        self._since = min(self._since, since) if self._causes else since
        self._causes.add(cause)
        self.on = True
        log.warning("play is paused: the %s is away", cause)
        if len(self._causes) == 1:
            self._bus.publish(STATUS, Status(up=False))
        return True

    def end(self, cause: str) -> None:
        """`cause` is back."""
        self._causes.discard(cause)
        if self._causes:
            return
        self.on = False
        log.warning("play goes on after %d ms", self._now() - self._since)
        try:
            self._resumed(self._since)
        except Exception:  # whoever waits goes on all the same
            log.exception("not everything goes on")
        self._bus.publish(STATUS, Status(up=True))
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def over(self) -> None:
        """Until play goes on."""
        if self._causes:
            future = asyncio.get_running_loop().create_future()
            self._waiting.append(future)
            await future
