"""Workers: work that a process repeats on its event loop, when it is woken or after a pause."""

import asyncio
import logging
from contextlib import suppress

from django.db import Error

from zaria.club.site.database.database_thread import DatabaseThread
from zaria.live.journal.base import StoreUnavailableError

log = logging.getLogger(__name__)

OUTAGES = (Error, StoreUnavailableError)
"""The errors of a database or a journal that is away: the same round succeeds later."""


class Worker:
    """Does its rounds until it is closed. An outage is logged once, another error each time; neither ends it.

    Belongs to the event loop on which it is started.
    """

    def __init__(self, name: str, pause_s: float, patience: float | None = None) -> None:
        """`name` is that of its thread and in its logs; `pause_s`: seconds between two rounds.

        `patience`: the seconds for one statement in the database, where they are not the usual ones.
        """
        self._name, self._pause_s = name, pause_s
        self._database = DatabaseThread(name, patience=patience)
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._is_away = False

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """End after the query in progress."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._database.close()

    def wake(self) -> None:
        """Begin the next round now."""
        self._wake.set()

    async def run_round(self) -> float | None:
        """Do one round of the work; returns the seconds to the next one, or None for the usual pause."""
        raise NotImplementedError

    async def _work(self) -> None:
        while True:
            self._wake.clear()
            pause_s = None
            try:
                pause_s = await self.run_round()
                self._is_away = False
            except OUTAGES as error:
                if not self._is_away:
                    log.warning("%s: waiting for the database: %s", self._name, error)
                self._is_away = True
            except Exception:
                log.exception("%s: a round failed", self._name)
            if self._is_away:
                await asyncio.sleep(self._pause_s)  # what wakes it would fail in the same way
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause_s if pause_s is None else pause_s):
                    await self._wake.wait()
