"""Runs the tournaments: begins them, opens their tables, takes their results.

The process that records results runs them. Two processes that both do so are harmless: the number of an event
is the fence, and the id of a table follows from its pairing.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from itertools import islice

from django.db import Error

from zaria.club.site.clock import now_ms
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.site.worker import OUTAGES, Worker
from zaria.club.tournaments.runner import progress
from zaria.club.tournaments.runner.progress import Opening
from zaria.club.tournaments.series import actions as series
from zaria.live.app import Live

log = logging.getLogger(__name__)

INTERVAL_S = 5.0
"""Seconds between two rounds over all tournaments, if nothing happens."""
TICK_S = 2.0
"""Seconds between two pairings in an arena, so that some are free to choose from."""
AT_ONCE = 32
"""Tables that are opened at a time."""


class TournamentRunner(Worker):
    """The runner of this process."""

    def __init__(self, live: Live, is_runner: Callable[[], bool], interval_s: float = INTERVAL_S) -> None:
        """`is_runner` returns whether this process runs the tournaments; `interval_s`: between two rounds."""
        super().__init__("tournaments", interval_s)
        self._live, self._is_runner = live, is_runner
        self._ticks: dict[str, float] = {}
        self._late: set[str] = set()
        self._begun: set[str] = set()
        self._rest_s: float | None = None

    async def follow(self, database: DatabaseThread) -> None:
        """Note that the projector has recorded results."""
        self.wake()

    async def run_round(self) -> float | None:
        """Make a step of each tournament, if this process runs them; return the seconds to the next."""
        if not self._is_runner():
            return None
        await self.run_once()
        return await self._seconds_to_next()

    async def run_once(self) -> None:
        """Announce the due tournaments of series, and make a step of each tournament."""
        await self._announce_series()
        self._late, self._rest_s = set(), None
        for tournament_id in await self._database.run(progress.tournaments_to_run, now_ms()):
            try:
                await self._run(tournament_id)
            except OUTAGES:
                raise
            except Exception:  # the other tournaments go on
                log.exception("tournament %s: cannot go on", tournament_id)
        self._begun &= self._late

    async def _announce_series(self) -> None:
        try:
            await self._database.run(series.announce_next, now_ms())
        except Error:
            raise
        except Exception:  # announced tournaments go on
            log.exception("series: cannot announce tournaments")

    async def _seconds_to_next(self) -> float:
        """Return the seconds to the next start or the next round."""
        now = now_ms()
        start = await self._database.run(progress.next_start, now)
        pause = min(TICK_S if self._ticks else self._pause_s, self._rest_s or self._pause_s)
        return pause if start is None else min(pause, (start - now) / 1000 + 0.001)

    async def _run(self, tournament_id: str) -> None:
        now = asyncio.get_running_loop().time()
        ticks = now - self._ticks.get(tournament_id, 0) >= TICK_S
        step = await self._database.run(progress.step, tournament_id, ticks=ticks)
        if not step.ticks:
            self._ticks.pop(tournament_id, None)
        elif ticks:
            self._ticks[tournament_id] = now
        if step.rest_ms is not None:
            self._rest_s = min(step.rest_ms / 1000 + 0.001, self._rest_s or self._pause_s)
        await self._open(step.openings)
        self._late.update(step.unclear)
        for match_id in step.unclear:
            if match_id not in self._begun:
                await self._look(match_id)
        for match_id in step.ended:
            await self._end(match_id)
        if step.ended:
            await self._database.run(progress.mark_ended, step.ended)

    async def _open(self, openings: Sequence[Opening]) -> None:
        remaining = iter(openings)
        while part := list(islice(remaining, AT_ONCE)):
            await asyncio.gather(
                *(self._live.open_for_tournament(opening.request, opening.match_id) for opening in part)
            )
            await self._database.run(progress.mark_opened, [opening.match_id for opening in part])

    async def _end(self, match_id: str) -> None:
        """End a table, which this process may have died before it opened."""
        if await self._live.match(match_id) is not None:
            await self._live.annul(match_id)

    async def _look(self, match_id: str) -> None:
        """Read a table that should be over from the journal; after a game began, its result follows."""
        stored = await self._live.journal.load(match_id)
        if stored is None:
            return
        record = [row.body for row in stored.rows]
        if await self._database.run(progress.report_absence, match_id, record):
            self._begun.add(match_id)
