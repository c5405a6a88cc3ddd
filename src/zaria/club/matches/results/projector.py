"""The projector writes the results of finished matches from the journal into the site's tables.

It wakes when a match ends and also reads the journal every few seconds, from the last match
that it has recorded. Late appends stand before that one, so now and then, and whenever it starts, it
looks again at the time before it. A row is written once (its key is the match), so nothing is
lost or doubled whenever it is killed. Where there are several processes one of them writes; two that both
consider themselves the writer do no harm.

After each round it runs its followers, in the same process: ratings compute what is due.

Everything that waits for the database runs in a thread of its own. While the database is away it tries again.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from itertools import islice
from typing import NamedTuple

from zaria.club.matches.results import actions
from zaria.club.matches.results.actions import Mark
from zaria.club.site.clock import DAY_MS, MINUTE_MS
from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.site.worker import OUTAGES, Worker
from zaria.live.app import Live
from zaria.live.bus import Bus
from zaria.live.journal.base import Journal
from zaria.live.matches.cards import OVER
from zaria.live.matches.messages import LOBBY, ListingChanged

BACK, FAR = 10 * MINUTE_MS, DAY_MS
"""Milliseconds for which a match may have been decided before it could be stored."""
_REMEMBERED = 20_000
RECOMPUTATION_S = 60.0
"""Seconds for one statement of what follows from results."""
MOST_REST_S = 1.0
"""Most seconds of a rest: work that waited for a lock or for the database was no burden to players."""

Follower = Callable[[DatabaseThread], Awaitable[None]]
"""Work after each round, in the thread of the projector's queries."""


class Pace(NamedTuple):
    """Pace of the projector; tests use other values.

    * interval: seconds between two looks through the journal, if no match ends;
    * back_every: one look of so many goes back by `BACK`; the first one by `FAR`;
    * batch: matches written in one transaction;
    * page: matches listed by the journal at a time.
    """

    interval: float = 5.0
    back_every: int = 12
    batch: int = 100
    page: int = 500


class Projector(Worker):
    """See the module. Belongs to the event loop on which it is started."""

    def __init__(
        self,
        journal: Journal,
        bus: Bus,
        is_writer: Callable[[], bool],
        followers: Sequence[Follower] = (),
        pace: Pace | None = None,
    ) -> None:
        """`is_writer` says whether this process writes."""
        self._journal, self._bus, self._is_writer, self._followers = journal, bus, is_writer, followers
        self._pace = pace or Pace()
        super().__init__("results", self._pace.interval, RECOMPUTATION_S)
        self._ended: dict[str, None] = {}
        self._known: dict[str, None] = {}
        self._mark: Mark | None = None
        self._looks = 0

    def start(self) -> None:
        """Begin to write."""
        self._bus.subscribe(LOBBY, self._listing_changed)
        super().start()

    async def close(self) -> None:
        """End after the write in progress; close the journal later."""
        self._bus.unsubscribe(LOBBY, self._listing_changed)
        await super().close()

    def _listing_changed(self, message: ListingChanged) -> None:
        if message.shown == OVER and message.id not in self._known:
            self._ended[message.id] = None
            self.wake()

    async def run_round(self) -> None:
        """Write all results that are missing, and run the followers."""
        if not self._is_writer():
            self._mark = None  # a later process reads what others have recorded
            self._ended.clear()
            return
        if self._mark is None:
            self._mark, self._looks = await self._database.run(actions.mark), 0
        while self._ended:
            ids = list(islice(self._ended, self._pace.batch))
            await self._write(ids, None)
            for match_id in ids:
                self._ended.pop(match_id, None)
        await self._look(self._mark)
        await self._run_followers()

    async def _run_followers(self) -> None:
        """Run all followers; one that cannot reach its rows keeps none of the others waiting."""
        errors: list[Exception] = []
        for follower in self._followers:
            try:
                await follower(self._database)
            except OUTAGES as error:
                errors.append(error)
        if errors:
            raise errors[0]

    async def _look(self, mark: Mark) -> None:
        """Read the journal from the mark, or from some time before it."""
        pace = self._pace
        back = FAR if self._looks == 0 else BACK if self._looks % pace.back_every == 0 else 0
        after = (max(mark[0] - back, 0), "") if back else mark
        while page := await self._journal.finished(after, pace.page):
            for start in range(0, len(page), pace.batch):
                part = page[start : start + pace.batch]
                await self._write([match_id for _, match_id in part], max(part[-1], mark))
                mark = self._mark = max(part[-1], mark)
            after = page[-1]
        self._looks += 1

    async def _write(self, ids: Sequence[str], up_to: Mark | None) -> None:
        began = time.monotonic()
        new = [match_id for match_id in ids if match_id not in self._known]
        if new:
            new = await self._database.run(actions.unwritten, new)
        records = {}
        for match_id in new:
            stored = await self._journal.load(match_id)
            if stored is not None:
                records[match_id] = [row.body for row in stored.rows]
        if records or (up_to is not None and up_to != self._mark):
            await self._database.run(actions.write, records, up_to)
            await rest(began)
        self._known |= dict.fromkeys(ids)
        for match_id in list(islice(self._known, max(0, len(self._known) - _REMEMBERED))):
            del self._known[match_id]


async def rest(began: float) -> None:
    """Sleep as long as the work took, up to a bound: where there is much of it, players come first."""
    await asyncio.sleep(min(time.monotonic() - began, MOST_REST_S))


def records_results(live: Live) -> Callable[[], bool]:
    """Return a function that says whether a process is the one that records results now."""
    process = live.process
    return (lambda: True) if process is None else process.records_results


def projector_of(live: Live, followers: Sequence[Follower]) -> Projector:
    """The projector of a process: it works where the processes agree that it should."""
    return Projector(live.journal, live.bus, records_results(live), followers)
