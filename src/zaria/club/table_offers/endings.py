"""Ends the offers at tables that are not open any more: taken, cancelled, expired, or gone with a crash."""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from django.db import Error

from zaria.club.site.database.database_thread import DatabaseThread
from zaria.club.table_offers import actions, queries
from zaria.club.table_offers.models import TableOffer
from zaria.live.app import Live
from zaria.live.journal.base import StoreUnavailableError
from zaria.live.lobby.index import Entry
from zaria.live.sockets.protocol.server import TermsOffered

log = logging.getLogger(__name__)

ACCEPTED_WITHIN_S = 30.0
"""Seconds after which no process can still be accepting an offer that this one has found at its start."""


class TableOfferEndings:
    """Follows the lists of the lobby. One for each process; an end that two of them see happens once."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._database = DatabaseThread("table-offers")
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    def start(self) -> None:
        """Begin to follow; offers whose tables closed before this process started end now."""
        self._live.lobby.lists.listeners.append(self._on_change)
        self._run(None)

    async def close(self) -> None:
        """End after what is being done; the next start resumes offers that are interrupted by then."""
        self._closing.set()
        with suppress(ValueError):
            self._live.lobby.lists.listeners.remove(self._on_change)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._database.close()

    def _on_change(self, before: Entry | None, now: Entry | None) -> None:
        if before is not None and before.state == "open" and (now is None or now.state != "open"):
            self._run(before.id)

    def _run(self, match_id: str | None) -> None:
        task = asyncio.create_task(self._end(match_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end(self, match_id: str | None) -> None:
        try:
            if match_id is not None:
                await self._end_at(match_id)
                return
            offers = await self._database.run(queries.running)
            for offer in offers:
                if offer.state == TableOffer.State.OPEN or self._live.process is None:
                    await self._resume(offer)
            if self._live.process is not None:
                await self._resume_interrupted([o for o in offers if o.state == TableOffer.State.ACCEPTING])
        except (
            Error,
            StoreUnavailableError,
        ) as error:  # the page says that the table is gone, and the next start ends them
            log.warning("offers of table %s end later: %s", match_id, error)

    async def _end_at(self, match_id: str) -> None:
        if not await self._database.run(queries.has_running, match_id):
            return
        for player in await self._database.run(actions.end, match_id):
            self._live.lobby.sessions.terms_offered(player, TermsOffered(match_id, 0))

    async def _resume_interrupted(self, offers: Sequence[TableOffer]) -> None:
        """Resume the offers that still are being accepted once no other process can be working on them."""
        if not offers:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), ACCEPTED_WITHIN_S)
            return
        interrupted = {(offer.pk, offer.next_match) for offer in offers}
        for offer in await self._database.run(queries.running):
            if offer.state == TableOffer.State.ACCEPTING and (offer.pk, offer.next_match) in interrupted:
                await self._resume(offer)

    async def _resume(self, offer: TableOffer) -> None:
        """Bring an offer to its end that a process left behind, unless its table is still open."""
        match = await self._live.match(offer.match_id)
        is_open = match is not None and match.phase == "open"
        if offer.state == TableOffer.State.ACCEPTING and await self._live.match(offer.next_match) is not None:
            await self._database.run(actions.accepted, offer.pk)
        elif is_open:
            await self._database.run(actions.reopen, offer.pk)
        else:
            is_interrupted = offer.state == TableOffer.State.ACCEPTING
            await self._database.run(partial(actions.end, offer.match_id, interrupted=is_interrupted))
