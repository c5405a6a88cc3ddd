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
from zaria.club.tournaments.runner.schedule import StepSchedule
from zaria.club.tournaments.series import actions as series
from zaria.live.app import Live
from zaria.match.clock.remaining import ahead_on_time

log = logging.getLogger(__name__)

INTERVAL_S = 5.0
"""Seconds between two rounds, if nothing happens, and before a step that failed is repeated."""
AT_ONCE = 32
"""Tables that are opened at a time."""


class TournamentRunner(Worker):
    """The runner of this process.

    A round makes the steps that changes have made due, which are noted in the database, and those whose
    moment has come. The first one, and each one after another process has run the tournaments, makes a step
    of all tournaments that are played.
    """

    def __init__(self, live: Live, is_runner: Callable[[], bool], interval_s: float = INTERVAL_S) -> None:
        """`is_runner` returns whether this process runs the tournaments; `interval_s`: between two rounds."""
        super().__init__("tournaments", interval_s)
        self._live, self._is_runner = live, is_runner
        self._schedule: StepSchedule | None = None
        self._mark: int | None = None
        self._ticked_at: dict[str, int] = {}
        self._begun: dict[str, set[str]] = {}

    async def follow(self, database: DatabaseThread) -> None:
        """Begin a round if the projector has recorded results of tournaments."""
        if self._is_runner() and await database.run(progress.has_pending):
            self.wake()

    async def run_round(self) -> float | None:
        """Make the due steps, if this process runs the tournaments; return the seconds to the next round."""
        if not self._is_runner():
            self._schedule = None  # another process changes what is due
            return None
        next_start = await self.run_once()
        now = now_ms()
        moments = [moment for moment in (next_start, self._schedule and self._schedule.next()) if moment]
        return min([self._pause_s, *((max(moment - now, 0) + 1) / 1000 for moment in moments)])

    async def run_once(self) -> int | None:
        """Announce the tournaments of series, and make the due steps; return the moment of the next start.

        After an outage all tournaments need a step.
        """
        schedule, self._schedule = self._schedule, None
        now = now_ms()
        begins = schedule is None or schedule.is_set_back(now)
        due = await self._database.run(_read_needed_steps, now, None if begins else self._mark)
        self._mark = due.mark
        if schedule is None or due.everything:
            schedule = StepSchedule(now)
        for tournament_id in dict.fromkeys([*due.tournaments, *schedule.take_until(now)]):
            wait_ms: int | None = int(self._pause_s * 1000)
            try:
                wait_ms = await self._run(tournament_id)
            except OUTAGES:
                raise
            except Exception:  # the other tournaments go on
                log.exception("tournament %s: cannot go on", tournament_id)
            if wait_ms is not None:
                schedule.put(tournament_id, now_ms() + wait_ms)
        if due.pending:
            await self._database.run(progress.forget_pending, due.pending)
        self._schedule = schedule
        return due.next_start

    async def _run(self, tournament_id: str) -> int | None:
        """Make a step; return the ms to the next one, or None where the tournament is not played."""
        now = now_ms()
        since_tick = now - self._ticked_at.get(tournament_id, 0)
        ticks = not 0 <= since_tick < progress.TICK_MS
        step = await self._database.run(progress.step, tournament_id, ticks=ticks)
        wait_ms = step.wait_ms
        if not step.ticks:
            self._ticked_at.pop(tournament_id, None)
        elif ticks:
            self._ticked_at[tournament_id] = now
        elif wait_ms is not None:
            wait_ms = min(wait_ms, progress.TICK_MS - since_tick)
        await self._open(step.openings)
        looks_again = await self._look_at(tournament_id, step.unclear)
        for match_id in step.unfinished:
            await self._end_round(match_id)
        for match_id in step.ended:
            await self._end(match_id)
        if step.ended:
            await self._database.run(progress.mark_ended, step.ended)
        if looks_again:
            return int(self._pause_s * 1000)
        return wait_ms

    async def _look_at(self, tournament_id: str, unclear: Sequence[str]) -> bool:
        """Look at the tables that should be over; return whether to look again.

        Those at which a game began are noted, and not read again.
        """
        begun = self._begun.get(tournament_id, set()) & set(unclear)
        for match_id in unclear:
            if match_id not in begun and await self._look(match_id):
                begun.add(match_id)
        self._begun.pop(tournament_id, None)
        if begun:
            self._begun[tournament_id] = begun
        return len(begun) < len(unclear)

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

    async def _end_round(self, match_id: str) -> None:
        """Decide a match by the day that has not ended with its round; one that is over decides itself."""
        await self._live.renew_waits([match_id])
        match = await self._live.match(match_id)
        if match is not None and match.phase not in ("open", "over"):
            winner = ahead_on_time(match, self._live.now())
            await self._database.run(progress.report_unfinished, match_id, winner)

    async def _look(self, match_id: str) -> bool:
        """Read a table that should be over from the journal; return whether a game began there."""
        stored = await self._live.journal.load(match_id)
        if stored is None:
            return False
        record = [row.body for row in stored.rows]
        return await self._database.run(progress.report_absence, match_id, record)


def _read_needed_steps(now: int, mark: int | None) -> progress.NeededSteps:
    """Announce the due tournaments of series, and return the due steps."""
    try:
        series.announce_next(now)
    except Error:
        raise
    except Exception:  # announced tournaments go on
        log.exception("series: cannot announce tournaments")
    return progress.needed_steps(now, mark)
