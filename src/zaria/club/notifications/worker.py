"""The regular work of notices: reminders, knocks, mails and letters."""

import logging
from collections.abc import Callable, Sequence
from functools import partial

from django.db import Error

from zaria.club.notifications.daily_letters import send_letters
from zaria.club.notifications.mails import send_mails
from zaria.club.site.worker import Worker

log = logging.getLogger(__name__)

EVERY_S = 30.0
"""Seconds from one round to the next."""

Job = Callable[[], None]


class NotificationWorker(Worker):
    """Does the jobs of all rooms in the process that is responsible."""

    def __init__(
        self,
        is_responsible: Callable[[], bool],
        jobs: Sequence[Job],
        port: int | None = None,
        every_s: float = EVERY_S,
    ) -> None:
        """Each job may be repeated. `port`: see `send_mails`; `every_s`: seconds between two rounds."""
        super().__init__("notices", every_s)
        self._is_responsible = is_responsible
        self._jobs: list[Job] = [*jobs, partial(send_mails, port), partial(send_letters, port)]

    async def run_round(self) -> None:
        """Do each job."""
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
