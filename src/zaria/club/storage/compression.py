"""Compresses the events of old matches in slices, in the process that records results, while people play."""

import asyncio
import logging
import time
from collections.abc import Callable, Collection

from django.conf import settings

from zaria.club.ledger.actions import PENDING
from zaria.club.ledger.models import Transfer
from zaria.club.matches.results.actions import mark
from zaria.club.site import clock, data_directory
from zaria.club.site.clock import DAY_MS
from zaria.club.site.worker import Worker
from zaria.club.support.models import Report
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.live.journal.compression import Compression, Mark, connect

log = logging.getLogger(__name__)

FLOOR_DAYS = 7
"""Days from the first start of a version that reads compressed matches to the first compression: until then
the last release may run beside it, or again instead of it, and it reads rows alone."""
MOST = 50
"""The most matches of a slice."""
SLICE_S = 0.05
"""Seconds of work in a slice, in which the journal's writer may have to wait for one match at a time."""
PAUSE_S = 0.2
"""Seconds between two slices."""
IDLE_S = 3600.0
"""Seconds from the end of one pass to the next, which looks again at the matches that were in use."""
BEGINNING: Mark = (0, "")


class MatchCompression(Worker):
    """Compresses matches that ended `settings.COMPRESS_DAYS` ago; 0: none."""

    def __init__(self, is_responsible: Callable[[], bool], pause_s: float = PAUSE_S) -> None:
        """`is_responsible` says whether this process does the work."""
        super().__init__("compression", pause_s)
        self._is_responsible = is_responsible
        self._after = BEGINNING
        self._compression: Compression | None = None

    async def close(self) -> None:
        """End at once: what is in progress is done again after the next start."""
        compression = self._compression
        if compression is not None:
            await asyncio.to_thread(compression.interrupt)
        await super().close()

    async def run_round(self) -> float | None:
        """Compress a slice; returns None for the usual pause, or `IDLE_S` at the end of a pass."""
        if not settings.COMPRESS_DAYS or not self._is_responsible():
            return IDLE_S
        self._after = await self._database.run(self._compress_slice, self._after)
        return IDLE_S if self._after == BEGINNING else None

    def _compress_slice(self, after: Mark) -> Mark:
        with connect(data_directory.database_url(), data_directory.directory()) as compression:
            self._compression = compression
            try:
                return compress_slice(compression, after)
            finally:
                self._compression = None


def compress_slice(compression: Compression, after: Mark) -> Mark:
    """Compress the matches of a slice; return the last one, or `BEGINNING` when there are no more."""
    now = clock.now_ms()
    if now < compression.ready_at() + FLOOR_DAYS * DAY_MS:
        return BEGINNING
    slice_ = find_slice(compression, now - settings.COMPRESS_DAYS * DAY_MS, after)
    until = time.monotonic() + SLICE_S
    for end, is_free in slice_.items():
        if is_free:
            compress(compression, end[1])
        if time.monotonic() > until:
            return end
    return max(slice_, default=BEGINNING)


def find_slice(compression: Compression, before: int, after: Mark) -> dict[Mark, bool]:
    """Find the next matches that ended before `before` (ms), and whether each is no longer in use."""
    recorded = mark()
    ends = [end for end in compression.finished(before, after, MOST) if end <= recorded]
    in_use = find_in_use([match_id for _, match_id in ends])
    return {end: end[1] not in in_use for end in ends}


def find_in_use(match_ids: Collection[str]) -> set[str]:
    """Find the matches with a stake that is held, in an unfinished tournament, or with an open report."""
    held = Transfer.objects.filter(match_id__in=match_ids, state=PENDING)
    paired = Pairing.objects.filter(match_id__in=match_ids).exclude(
        tournament__phase__in=(Tournament.Phase.OVER, Tournament.Phase.CANCELLED)
    )
    reported = Report.objects.filter(
        about__in=[f"match:{match_id}" for match_id in match_ids], closed_at=None
    )
    return {
        *held.values_list("match_id", flat=True),
        *(match_id for match_id in paired.values_list("match_id", flat=True) if match_id is not None),
        *(about.partition(":")[2] for about in reported.values_list("about", flat=True)),
    }


def compress(compression: Compression, match_id: str) -> bool:
    """Compress a match; return whether it was. Logs a match whose events cannot be compressed."""
    try:
        return compression.compress(match_id)
    except ValueError as error:
        log.error("%s", error)
        return False
