"""The writing half of a journal: one thread that commits everything queued at once.

It reports back only after the commit, with one call into the event loop for the whole batch; while one batch
is forced to disk, the next one gathers by itself. After a quiet moment an append is written at once, and the
time between two batches grows with them.
"""

import asyncio
import contextlib
import logging
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from zaria.live.counts import JournalCounts
from zaria.live.journal.base import Done, JournalClosedError, Listing, Mark, Row, Wait

log = logging.getLogger(__name__)

LONGEST_PACE_S = 0.004
PACE_OF_ONE_S = 0.0005
"""Seconds from the start of a batch to the next: so many at most, and so many for each append in it."""
BATCH = 512
"""The most appends in one transaction, so that the first of them does not wait too long."""


class Job:
    """One thing to write, all or nothing, with its callback; `error` says why it was not stored."""

    __slots__ = ("card", "done", "error", "mark", "match_id", "new", "rows", "wait")

    def __init__(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        new: tuple[bytes, bytes] | None = None,
        wait: Wait | None = None,
    ) -> None:
        """`new`: secret and reserved seats of a match that does not exist yet."""
        self.match_id = match_id
        self.rows = rows
        self.mark = mark
        self.done = done
        self.card = card
        self.new = new
        self.wait = wait
        self.error: Exception | None = None

    @property
    def plain(self) -> bool:
        """True if it adds events and changes nothing else."""
        return self.new is None and self.card is None and self.mark is Mark.NONE and self.wait is None

    @property
    def mark_columns(self) -> tuple[int | None, int]:
        """The values of the columns `check_at` and `over` that follow from its mark."""
        at = self.rows[-1].at
        return (at if self.mark is Mark.RUNNING else None), (at if self.mark is Mark.OVER else 0)


class Writer:
    """The writing half of a journal. Made on the event loop to which all its methods belong."""

    def __init__(
        self,
        threads: Executor,
        commit: Callable[[list[Job]], None],
        leave: Callable[[], None],
    ) -> None:
        """`commit` stores a batch and sets the errors; it and `leave`, which comes last, run in a thread."""
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._commit = commit
        self._leave = leave
        self._closing = False
        self.counts = JournalCounts()
        self._written = self._loop.run_in_executor(threads, self._write_all)

    async def open(
        self,
        match_id: str,
        secret: bytes,
        places: bytes,
        rows: Sequence[Row],
        card: Listing | None = None,
        mark: Mark = Mark.NONE,
        wait: Wait | None = None,
    ) -> None:
        """Store a new match; raises `ConflictError` when the id is taken."""
        stored: asyncio.Future[None] = self._loop.create_future()
        done = lambda error: _settle(stored, error)  # noqa: E731
        self._put(Job(match_id, rows, mark, done, card, (secret, places), wait))
        await stored

    def append(
        self,
        match_id: str,
        rows: Sequence[Row],
        mark: Mark,
        done: Done,
        card: Listing | None = None,
        wait: Wait | None = None,
    ) -> None:
        """Store `rows`, all or none, then call `done`, with `ConflictError` if a number is taken."""
        self._put(Job(match_id, rows, mark, done, card, wait=wait))

    def waiting(self) -> int:
        """Approximate number of appends that wait for the next batch."""
        return self._jobs.qsize()

    async def _finish(self) -> bool:
        """Store what is queued and take no more; return whether this was the first call."""
        if self._closing:
            return False
        self._closing = True
        self._jobs.put(None)
        await self._written
        return True

    def _put(self, job: Job) -> None:
        if self._closing:
            self._loop.call_soon(job.done, JournalClosedError())
        else:
            self._jobs.put(job)

    def _report(self, batch: list[Job], seconds: float) -> None:
        for job in batch:
            try:
                job.done(job.error)
            except Exception:  # one failing callback must not stop the others
                log.exception("match %s: a callback after its append failed", job.match_id)
        self.counts.add_batch(len(batch), seconds)

    def _write_all(self) -> None:
        """Run the writer's thread."""
        due: float | None = 0.0
        while due is not None:
            due = self._write_next(due)
        self._leave()

    def _write_next(self, due: float) -> float | None:
        """Wait for jobs and store them, not before `due`; return the time of the next batch (None: end).

        All references to jobs are local here: a waiting thread must not keep them and their matches alive.
        """
        job = self._jobs.get()
        if job is None:
            return None
        began = time.monotonic()
        if due > began:
            time.sleep(due - began)
            began = time.monotonic()
        batch = self._batch(job)
        try:
            self._commit(batch)
        except Exception as error:  # report any error to the callers, and let the next batch try
            log.exception("journal: a batch of %d appends was not stored", len(batch))
            for job in batch:
                job.error = job.error or error
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits
            self._loop.call_soon_threadsafe(self._report, batch, time.monotonic() - began)
        return began + pace_after(len(batch))

    def _batch(self, first: Job) -> list[Job]:
        """Take all jobs queued now."""
        batch = [first]
        while len(batch) < BATCH:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                self._jobs.put(None)
                break
            batch.append(job)
        return batch


def pace_after(appends: int) -> float:
    """Return the least seconds from the start of a batch of so many appends to the next.

    A commit costs as much as ten events or so. Below some 2,000 appends a second the processor has the time
    for small batches, which come back sooner; above that each batch makes the next one larger.
    """
    return min(LONGEST_PACE_S, PACE_OF_ONE_S * appends)


def _settle(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.cancelled():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
