"""Reports members to the site, many in one call: those who come online, say."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

log = logging.getLogger(__name__)

GATHER_S = 0.5
"""Seconds in which players are collected for one report."""

Report = Callable[[Collection[str]], Awaitable[None]]
"""Takes the player ids of members."""


class MemberReporter:
    """Belongs to the event loop. Without `report` nobody is reported."""

    def __init__(self, report: Report | None) -> None:
        """Start without members."""
        self._report = report
        self._waiting: dict[str, None] = {}
        self._task: asyncio.Task[None] | None = None

    def close(self) -> None:
        """Stop reporting."""
        if self._task is not None:
            self._task.cancel()

    def add(self, player: str) -> None:
        """Report a player soon."""
        if self._report is not None:
            self._waiting[player] = None
            if self._task is None:
                self._task = asyncio.create_task(self._work(self._report))

    async def _work(self, report: Report) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(GATHER_S)
                players, self._waiting = list(self._waiting), {}
                await report(players)
        except Exception as error:  # play does not depend on it
            log.warning("lobby: cannot report members: %r", error)
        finally:
            self._task = None
