"""The regular work of tables by the day: knocks and reminders, in the process that records results."""

import asyncio
from collections.abc import Callable, Sequence

from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.worker import Worker
from zaria.club.waiting import knocks
from zaria.club.waiting.models import TurnReminder
from zaria.live.app import Live
from zaria.live.journal.base import WaitingTable
from zaria.live.matches.messages import WAITS, DayTableChanged

EVERY_S = 30.0
"""Seconds from one round to the next, if nothing wakes it."""
SOON_S = 2.0
"""Seconds from a turn to the round that knocks for the next one."""


class KnockWorker(Worker):
    """Knocks for the waits that the journal has, and sends the reminders whose moment has come."""

    def __init__(self, live: Live, is_responsible: Callable[[], bool], every_s: float = EVERY_S) -> None:
        """`is_responsible` says whether this process does the work now."""
        super().__init__("knocks", every_s)
        self._live = live
        self._is_responsible = is_responsible
        self._present: BoundedCache[knocks.Mark, bool] = BoundedCache(10_000)
        self._alarm: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to work."""
        self._live.bus.subscribe(WAITS, self._on_change)
        super().start()

    async def close(self) -> None:
        """End after the query in progress."""
        self._live.bus.unsubscribe(WAITS, self._on_change)
        if self._alarm is not None:
            self._alarm.cancel()
        await super().close()

    async def run_round(self) -> None:
        """Knock for new waits, then remind."""
        if not self._is_responsible():
            return
        mark, is_last = await self._database.run(knocks.read_mark), False
        while not is_last:
            tables = await self._live.waits_after(mark, knocks.AT_ONCE)
            if tables:
                seen, offers = self._seen_waits(tables), await self._offers(tables)
                await self._database.run(knocks.knock, tables, seen, self._live.now(), offers)
                mark = tables[-1].since, tables[-1].id
            is_last = len(tables) < knocks.AT_ONCE
        for reminder in await self._database.run(knocks.reminders_until, self._live.now()):
            await self._remind(reminder)

    async def _remind(self, reminder: TurnReminder) -> None:
        await self._live.renew_waits([reminder.match_id])
        tables = await self._live.waiting_tables(reminder.player)
        table = next((table for table in tables if table.id == reminder.match_id), None)
        present = (reminder.match_id, reminder.player) in self._live.endpoint.audiences.present()
        has_offer = table is not None and bool(await self._offers([table]))
        await self._database.run(
            lambda: knocks.remind(reminder, table, self._live.now(), present=present, has_offer=has_offer)
        )

    async def _offers(self, tables: Sequence[WaitingTable]) -> set[knocks.Mark]:
        """The waits for the answer to a result on offer."""
        offers: set[knocks.Mark] = set()
        for table in filter(knocks.may_have_offer, tables):
            match = await self._live.match(table.id)
            if match is not None and match.results.waiting is not None:
                offers.add((table.since, table.id))
        return offers

    def _seen_waits(self, tables: Sequence[WaitingTable]) -> set[knocks.Mark]:
        """The waits that began while their player was at the table."""
        return {mark for table in tables if (mark := (table.since, table.id)) in self._present}

    def _on_change(self, message: DayTableChanged) -> None:
        if message.present:
            self._present.put((message.since, message.id), True)
        elif message.side is not None and self._alarm is None and self._is_responsible():
            self._alarm = asyncio.get_running_loop().call_later(SOON_S, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self.wake()
