"""The scribe: writes down what came of every match, from the journal into the site's tables.

It is woken when a match ends and also reads the journal every few seconds, from the last match
that it has recorded. Late appends stand before that one, so now and then, and whenever it starts, it
looks again at what came a while before. A row is written once (its key is the match), so nothing is
lost or doubled whenever it is killed. Where there are several processes one of them writes; two that both
take themselves for it do no harm.

All that waits for the database happens in its own thread. While the database is away it tries again.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from decimal import Decimal
from itertools import islice

from django.db import Error

from zaria.club.matches.results import actions
from zaria.club.matches.results.actions import Mark
from zaria.club.ratings import recompute
from zaria.club.ratings.system import rating_system
from zaria.club.site.database_thread import DatabaseThread
from zaria.live.app import Live
from zaria.live.bus import Bus
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.matches.cards import OVER
from zaria.live.matches.messages import LOBBY, ListingChanged

log = logging.getLogger(__name__)

EVERY_S = 5.0
"""Seconds between two looks through the journal, if no match ends."""
BACK_EVERY = 12
"""One look of so many goes back by `BACK`; the first one by `FAR`."""
BACK, FAR = 10 * 60_000, 24 * 3600_000
"""Milliseconds for which a match may have been decided before it could be stored."""
BATCH = 50
"""Matches written in one transaction."""
PAGE = 500
"""Matches listed by the journal at a time."""
_REMEMBERED = 20_000

Tell = Callable[[str, dict[str, Decimal]], None]
"""Called with a player's new ratings, by game."""


class Scribe:
    """See the module. Belongs to the event loop on which it is started."""

    def __init__(self, journal: Journal, bus: Bus, mine: Callable[[], bool], tell: Tell) -> None:
        """`mine` says whether it is this process that writes; `tell` hears of ratings that changed."""
        self._journal, self._bus, self._mine, self._tell = journal, bus, mine, tell
        self._database = DatabaseThread("scribe")
        self._ended: dict[str, None] = {}
        self._known: dict[str, None] = {}
        self._mark: Mark | None = None
        self._looks = 0
        self._wake = asyncio.Event()
        self._away = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to write."""
        self._bus.subscribe(LOBBY, self._heard)
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """End, after what is being written; close the journal later."""
        self._bus.unsubscribe(LOBBY, self._heard)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._database.close()

    def _heard(self, message: ListingChanged) -> None:
        if message.shown == OVER and message.id not in self._known:
            self._ended[message.id] = None
            self._wake.set()

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._round()
                self._away = False
            except (StoreUnavailableError, Error) as error:
                if not self._away:
                    log.warning("results wait for the database: %s", error)
                self._away = True
            except Exception:
                log.exception("results could not be written")
            if self._away:
                await asyncio.sleep(EVERY_S)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self._wake.wait()

    async def _round(self) -> None:
        """Write all there is to be written."""
        if not self._mine():
            self._mark = None  # a later process reads what others have recorded
            self._ended.clear()
            return
        if self._mark is None:
            self._mark, self._looks = await self._database.run(actions.mark), 0
        while self._ended:
            ids = list(islice(self._ended, BATCH))
            await self._write(ids, None)
            for match_id in ids:
                self._ended.pop(match_id, None)
        await self._look(self._mark)
        await self._reckon()

    async def _look(self, mark: Mark) -> None:
        """Go through what the journal has after the mark, or from some time before it."""
        back = FAR if self._looks == 0 else BACK if self._looks % BACK_EVERY == 0 else 0
        after = (max(mark[0] - back, 0), "") if back else mark
        while page := await self._journal.finished(after, PAGE):
            for start in range(0, len(page), BATCH):
                part = page[start : start + BATCH]
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
            await _breathe(began)
        self._known |= dict.fromkeys(ids)
        for match_id in list(islice(self._known, max(0, len(self._known) - _REMEMBERED))):
            del self._known[match_id]

    async def _reckon(self) -> None:
        """Let the ratings follow, also what the staff did."""
        began = time.monotonic()
        system = rating_system()
        while (changes := await self._database.run(recompute.step)) is not None:
            for player, states in changes.items():
                self._tell(player, {game: system.display(state) for game, state in states.items()})
            await _breathe(began)
            began = time.monotonic()


async def _breathe(began: float) -> None:
    """Rest as long as the work took: where there is much of it those who play come first."""
    await asyncio.sleep(time.monotonic() - began)


def beside(live: Live) -> Scribe:
    """The projector of a process: it works where the processes agree that it should."""
    process = live.process
    mine = (lambda: True) if process is None else (lambda: process.node.members.mine("scribe"))
    return Scribe(live.journal, live.bus, mine, live.lobby.sessions.rated)
