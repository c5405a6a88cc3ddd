"""Finds the matches by the day whose time is over: one sweep by an index, for all processes together."""

import asyncio
import logging
from collections.abc import Callable, Iterable

from zaria.live.clock import Now
from zaria.live.journal.base import Journal, StoreUnavailableError
from zaria.live.matches.match_service import MatchService
from zaria.match import commands as cmd

log = logging.getLogger(__name__)

EVERY_S = 20.0
"""Seconds from one sweep to the next."""
AT_ONCE = 200
"""Matches in one sweep."""


class DaySweep:
    """Sends each overdue match to its host, which finds out if its clock has stood meanwhile."""

    def __init__(
        self, journal: Journal, service: MatchService, now: Now, is_responsible: Callable[[], bool]
    ) -> None:
        """`is_responsible` returns whether this process does the work."""
        self._journal = journal
        self._service = service
        self._now = now
        self._is_responsible = is_responsible
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def sweep(self) -> int:
        """Flag what is overdue, and wait until that is stored or refused; return the number of matches."""
        match_ids = await self._journal.overdue(self._now(), AT_ONCE)
        await self.renew(match_ids)
        return len(match_ids)

    async def renew(self, match_ids: Iterable[str]) -> None:
        """Store when the clocks of matches have stood, and flag those that are overdue all the same."""
        answers = []
        for match_id in match_ids:
            answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            answers.append(answered)
            self._service.command(match_id, None, "", cmd.Flag(), self._now(), _settle(answered))
        await asyncio.gather(*answers)

    async def _run(self) -> None:
        while True:
            try:
                if self._is_responsible():
                    await self.sweep()
            except StoreUnavailableError as error:
                log.warning("matches by the day: the sweep waits for the store: %s", error)
            except Exception:
                log.exception("matches by the day: a sweep failed")
            await asyncio.sleep(EVERY_S)


def _settle(answered: "asyncio.Future[None]") -> Callable[[int, str | None], None]:
    def answer(seq: int, code: str | None) -> None:
        if not answered.done():
            answered.set_result(None)

    return answer
