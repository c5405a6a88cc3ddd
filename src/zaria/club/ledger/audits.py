"""The audits of a running club: one after the start, and one each night (UTC).

A start after a sound audit of some hours ago has none, if the club was stopped in order (`sound_audits`).

An audit reads every transfer. It has a thread of its own, so results are recorded meanwhile, and each of its
statements sees one moment, so transfers are made meanwhile.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from django.db import Error
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from zaria.club.ledger import sound_audits
from zaria.club.ledger.check import Audit, audit
from zaria.club.site.database.database_thread import DatabaseThread

log = logging.getLogger(__name__)

HOUR = 3
"""The hour (UTC) at which the audit of a day begins."""
RETRY_S = 60
"""Seconds after an audit that could not read the database."""
MOST_LOGGED = 100
STATEMENT_S = 600.0
"""Seconds for one statement: it reads every transfer."""


class LedgerAudits(Collector):
    """A follower of the projector: it audits in the process that records results. Collects its metrics."""

    def __init__(self, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`now` is the clock."""
        self._now = now
        self._run = uuid.uuid4().hex
        self._due: datetime | None = None  # until this process records results
        self._database = DatabaseThread("audit", patience=STATEMENT_S)
        self._task: asyncio.Task[None] | None = None
        self._last: tuple[float, Audit] | None = None

    async def follow(self, database: DatabaseThread) -> None:
        """Start an audit if one is due; it goes on beside the projector, whose thread is not used."""
        if self._due is None:
            self._due = await self._first_due(database)
        if self._now() >= self._due and (self._task is None or self._task.done()):
            self._due = next_night(self._now())
            self._task = asyncio.create_task(self._audit())

    async def finished(self) -> None:
        """Wait for the audit in progress."""
        if self._task is not None:
            await self._task

    async def close(self) -> None:
        """End after the statement in progress, and note that the club was stopped in order."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._last is not None and not self._last[1].faults:
            with suppress(Error):
                await self._database.run(sound_audits.release, self._run)
        await self._database.close()

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering reads nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The last audit of this process; nothing before the first."""
        if self._last is None:
            return
        at, result = self._last
        yield GaugeMetricFamily("zaria_ledger_faults", "Faults that the last audit found", len(result.faults))
        yield GaugeMetricFamily("zaria_ledger_transfers", "Transfers that it looked at", result.transfers)
        yield GaugeMetricFamily("zaria_ledger_audited_at", "Its time, in seconds since the epoch", at)

    async def _first_due(self, database: DatabaseThread) -> datetime:
        """Return the moment of the first audit: now, unless a sound one is valid still."""
        now = self._now()
        sound = await database.run(sound_audits.resume, self._run, now)
        if sound is None:
            return now
        self._last = sound.at, Audit(sound.transfers, [])
        return next_night(now)

    async def _audit(self) -> None:
        at = self._now()
        try:
            result = await self._database.run(audit)
        except Error as error:
            log.warning("ledger: cannot audit: %s", error)
            self._due = self._now() + timedelta(seconds=RETRY_S)
            return
        self._last = at.timestamp(), result
        for fault in result.faults[:MOST_LOGGED]:
            log.error("ledger: %s", fault)
        log.log(
            logging.ERROR if result.faults else logging.INFO,
            "ledger: audited %d transfers, %d faults",
            result.transfers,
            len(result.faults),
        )
        try:
            if result.faults:
                await self._database.run(sound_audits.discard)
            else:
                await self._database.run(sound_audits.store, self._run, at, result.transfers)
        except Error as error:  # the next start makes one
            log.warning("ledger: cannot store that the audit was made: %s", error)


def next_night(now: datetime) -> datetime:
    """The next moment after `now` at which an audit begins."""
    night = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    return night if night > now else night + timedelta(days=1)
