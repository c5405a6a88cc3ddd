"""The regular work of notices: reminders, mails, and the end of old ones."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

from django.db import Error
from django.utils import timezone

from zaria.club.notifications.actions import delete_before
from zaria.club.notifications.mails import send_mails
from zaria.club.site.database.database_thread import DatabaseThread

log = logging.getLogger(__name__)

EVERY_S = 30.0
"""Seconds from one round to the next."""
KEPT = timedelta(days=90)
"""The age at which notices are deleted."""

Job = Callable[[], None]


class NotificationWorker:
    """Does the jobs of all rooms in the process that is responsible. Belongs to one event loop."""

    def __init__(
        self,
        is_responsible: Callable[[], bool],
        jobs: Sequence[Job],
        port: int | None = None,
        every_s: float = EVERY_S,
    ) -> None:
        """Each job may be repeated. `port`: see `send_mails`; `every_s`: seconds between two rounds."""
        self._is_responsible = is_responsible
        self._jobs: list[Job] = [*jobs, partial(send_mails, port), _delete_old]
        self._every_s = every_s
        self._database = DatabaseThread("notices")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """End after the job in progress."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._database.close()

    async def _work(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            if self._is_responsible():
                for job in self._jobs:
                    await self._do(job)

    async def _do(self, job: Job) -> None:
        """Do a job; one that fails keeps no other from its work."""
        try:
            await self._database.run(job)
        except Error as error:
            log.warning("notices: waiting for the database: %s", error)
        except Exception:
            log.exception("notices: a job failed")


def _delete_old() -> None:
    delete_before(timezone.now() - KEPT)
