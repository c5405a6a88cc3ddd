"""Recovery from an outage of the journal: pending appends wait, and are executed once afterwards."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.matches.live_match import LiveMatch
from zaria.live.matches.outage import Outage
from zaria.live.matches.timeouts import Timeouts

log = logging.getLogger(__name__)

JOURNAL = "journal"
"""The name of the journal as a cause of an outage."""


class Repair:
    """Detects that the journal is back, and lets play continue.

    Whether pending appends were kept is unknown. So their matches are read again first; then one command
    must be stored before everything else may follow.
    """

    def __init__(
        self,
        journal: Journal,
        outage: Outage,
        times: Timeouts,
        live_matches: Iterable[LiveMatch],
        reread: Callable[[LiveMatch], Awaitable[None]],
        work: Callable[[LiveMatch], None],
    ) -> None:
        """`reread` brings a match up to the stored state; it is not busy afterwards.

        `work` starts the next command of a match, despite the pause.
        """
        self._journal = journal
        self._outage = outage
        self._times = times
        self._live_matches = live_matches
        self._reread = reread
        self._work = work
        self._held: list[LiveMatch] = []
        self._trial: asyncio.Future[bool] | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, since: int | None = None) -> None:
        """The journal is away since then (ms; None: now)."""
        if self._outage.begin(JOURNAL, since):
            self._task = asyncio.create_task(self._until_back())

    def hold(self, live_match: LiveMatch, since: int) -> None:
        """An append of this match, begun at `since` (ms), may be stored or not; the match stays busy."""
        self._held.append(live_match)
        self.begin(since)

    def on_append_end(self, *, stored: bool) -> None:
        """An append has ended."""
        if self._trial is not None and not self._trial.done():
            self._trial.set_result(stored)

    def close(self) -> None:
        """Stop trying."""
        if self._task is not None:
            self._task.cancel()

    async def _until_back(self) -> None:
        pause = self._times.store_first
        while True:
            await asyncio.sleep(pause / 1000)
            pause = min(2 * pause, self._times.store_last)
            try:
                if await self._works():
                    break
            except StoreUnavailableError:
                continue
            except Exception:
                log.exception("journal: reachable again, but an append failed")
        self._outage.end(JOURNAL)

    async def _works(self) -> bool:
        await self._journal.latest()
        while True:
            while self._held:
                live_match = self._held.pop()
                try:
                    await self._reread(live_match)
                except BaseException:
                    self._held.append(live_match)
                    raise
            if not await self._stores():
                return False
            if not self._held:  # else more have come meanwhile
                return True

    async def _stores(self) -> bool:
        """Try the first waiting command: True if it is stored, or none waits."""
        for live_match in self._live_matches:
            if live_match.pending and not live_match.busy:
                self._trial = asyncio.get_running_loop().create_future()
                self._work(live_match)
                if self._at_work(live_match):
                    return await self._trial
        return True

    @staticmethod
    def _at_work(live_match: LiveMatch) -> bool:
        return live_match.busy
