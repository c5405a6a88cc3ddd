"""Ends the offers at tables that are not open any more: taken, cancelled, expired, or gone with a crash.

An offer that a dead process was accepting is brought to its end, too: by the process that records results, or
by the only one.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress

from django.db import Error

from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.table_offers import acceptance, actions, queries
from zaria.club.table_offers.models import TableOffer, TableOfferState
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.index import ListedMatch
from zaria.live.sockets.protocol.server import TermsOffered

log = logging.getLogger(__name__)

ACCEPTED_WITHIN_S = 30.0
"""Seconds after which an offer is not accepted any more by the process that began to."""
EVERY_S = 5.0
"""Seconds between two looks for offers whose acceptance was interrupted."""


class TableOfferEndings:
    """Follows the lists of the lobby. One for each process; an end that two of them see happens once.

    `late` are the closed tables whose offers still have to end, because the database did not answer.
    """

    def __init__(
        self,
        live: Live,
        resumes: Callable[[], bool],
        every: float = EVERY_S,
        accepted_within: float = ACCEPTED_WITHIN_S,
    ) -> None:
        """Make the follower; `resumes` returns whether this process looks for interrupted acceptances."""
        self._live, self._resumes = live, resumes
        self._every, self._accepted_within = every, accepted_within
        self._database = DatabaseThread("table-offers")
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()
        self._has_started = False
        self.late: set[str] = set()
        self._accepting_since: dict[tuple[int, str], float] = {}

    def start(self) -> None:
        """Begin to follow; offers whose tables closed before this process started end now."""
        self._live.lobby.lists.listeners.append(self._on_change)
        self._run(self._watch())

    async def close(self) -> None:
        """End after what is being done; offers that are interrupted by then are resumed as after a crash."""
        self._closing.set()
        with suppress(ValueError):
            self._live.lobby.lists.listeners.remove(self._on_change)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._database.close()

    def _on_change(self, before: ListedMatch | None, now: ListedMatch | None) -> None:
        if before is not None and before.state == "open" and (now is None or now.state != "open"):
            self._run(self._end(before.id))

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end(self, match_id: str) -> None:
        try:
            await self._end_at(match_id)
        except Error as error:  # the page says that the table is gone, and the next look ends them
            log.warning("offers of table %s end later: %s", match_id, error)
            self.late.add(match_id)

    async def _end_at(self, match_id: str, next_match: str = "") -> None:
        if not await self._database.run(queries.has_running, match_id):
            return
        for player in await self._database.run(actions.end, match_id, next_match):
            self._live.lobby.sessions.terms_offered(player, TermsOffered(match_id, 0))

    async def _watch(self) -> None:
        is_away = False
        while not self._closing.is_set():
            try:
                await self._look()
                is_away = False
            except (Error, StoreUnavailableError) as error:
                if not is_away:
                    log.warning("table offers: waiting for the database: %s", error)
                is_away = True
            except Exception:
                log.exception("table offers: cannot look for interrupted acceptances")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), self._every)

    async def _look(self) -> None:
        """Do what this process has left undone, and what a dead one has, where it is this one's task."""
        if not self._has_started:
            await self._resume_at_start()
            self._has_started = True
        for match_id in list(self.late):
            await self._end_at(match_id)
            self.late.discard(match_id)
        if self._resumes():
            await self._resume_interrupted()

    async def _resume_at_start(self) -> None:
        """Resume all offers, but those being accepted only where no other process can be working on them."""
        for offer in await self._database.run(queries.running):
            if offer.state == TableOfferState.OPEN or self._live.process is None:
                await self._resume(offer)

    async def _resume_interrupted(self) -> None:
        """Resume the offers that have been seen in acceptance for longer than any process works on one."""
        offers = {
            (offer.pk, offer.next_match): offer for offer in await self._database.run(queries.accepting)
        }
        now = time.monotonic()
        self._accepting_since = {key: self._accepting_since.get(key, now) for key in offers}
        for key, since in self._accepting_since.items():
            if now - since < self._accepted_within:
                continue
            try:
                await self._resume(offers[key])
            except (Error, StoreUnavailableError):
                raise
            except Exception:  # the other offers are resumed all the same
                log.exception("offer %s: cannot resume its acceptance", key[0])

    async def _resume(self, offer: TableOffer) -> None:
        """Bring an offer to its end that a process left behind, unless its table is still open.

        That process may go on later, so the id of the agreed table is barred first if there is none.
        """
        if offer.next_match and not await self._live.bar(offer.next_match):
            await self._live.publish_listing(offer.next_match)
            await self._database.run(actions.accepted, offer.pk, offer.next_match)
            acceptance.announce(self._live, offer, 0, offer.next_match)
            return
        match = await self._live.match(offer.match_id)
        if match is not None and match.phase == "open":
            await self._database.run(actions.reopen, offer.pk, offer.next_match)
        else:
            await self._end_at(offer.match_id, offer.next_match)
