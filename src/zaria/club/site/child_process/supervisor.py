"""The supervisor of a child process that works as long as there is work.

It looks for work every few seconds, and at once after `wake`. If the child crashes, the next one follows
after a pause. A child writes a line each second, as long as it lives: a silent one hangs and is killed.
Whatever ends the server closes the child's standard input, at which it ends, too.
"""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum, auto

from django.db import Error
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

from zaria.club.site.database.database_thread import DatabaseThread

log = logging.getLogger(__name__)

EVERY_S = 3.0
"""Seconds between two looks for work, and at the child."""
PAUSE_S, LONGEST_S = 1.0, 60.0
"""Seconds before a new child after a crash: the first time, doubled each time, and at most."""
START_S, STILL_S = 60.0, 15.0
"""Seconds of silence after which a child is killed: at its start, because machines may be slow, and later."""
LEAVE_S = 5.0
"""Seconds in which a child must end after the request to do so."""
REST_S = 1.0
"""Seconds for the last lines of a child that has ended."""


class Ending(Enum):
    """The way in which a child ended: done or dismissed, by its alarm, or in a crash."""

    DONE = auto()
    LATE = auto()
    CRASHED = auto()


def always() -> bool:
    """Every process is responsible."""
    return True


class ChildSupervisor(Collector):
    """Starts a child while there is work for it; belongs to the event loop on which it is started.

    Collects the number of children that crashed.
    """

    def __init__(self, name: str, is_responsible: Callable[[], bool] = always) -> None:
        """`name` stands in logs and metrics; `is_responsible` says whether this process does the work."""
        self._name, self._is_responsible = name, is_responsible
        self._database = DatabaseThread(f"{name}-supervisor")
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._child: asyncio.subprocess.Process | None = None
        self._has_spoken = False
        self._crashes_in_a_row = 0
        self._crashes = 0

    def command(self) -> Sequence[str]:
        """The module of the next child and its arguments; called before each start."""
        raise NotImplementedError

    def is_work_left(self) -> bool:
        """Return whether a child has something to do; called in the database thread."""
        raise NotImplementedError

    def read_line(self, line: str) -> None:
        """Note a line of the child that says more than that it lives; called on the event loop."""

    def follow_end(self, ending: Ending) -> None:
        """Store what the end of a child means for its work; called in the database thread."""

    def start(self) -> None:
        """Start to look for work."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop, and end the child."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._child is not None:
            await _dismiss(self._child)
            with suppress(Error):
                await self._database.run(self.follow_end, Ending.DONE)
        await self._database.close()

    def wake(self) -> None:
        """Look for work now."""
        self._wake.set()

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering reads nothing."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The children of this process that crashed."""
        counter = CounterMetricFamily(
            f"zaria_{self._name}_crashes", f"Processes of {self._name} that crashed, hung or took too long"
        )
        counter.add_metric([], self._crashes)
        yield counter

    async def _work(self) -> None:
        is_away = False
        while True:
            self._wake.clear()
            try:
                if self._is_responsible() and await self._database.run(self.is_work_left):
                    await self._employ()
                    continue
                is_away = False
            except Error as error:
                if not is_away:
                    log.warning("%s: waiting for the database: %s", self._name, error)
                is_away = True
            except Exception:
                log.exception("%s: the supervisor failed", self._name)
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self._wake.wait()

    async def _employ(self) -> None:
        """Start a child and wait for its end."""
        child = self._child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            *self.command(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"},
        )
        self._has_spoken = False
        listening = asyncio.create_task(self._listen(child))
        try:
            code = await self._watch(child)
            await asyncio.wait({listening}, timeout=REST_S)
        finally:
            listening.cancel()
        self._child = None
        await self._follow(code)

    async def _listen(self, child: asyncio.subprocess.Process) -> None:
        assert child.stdout is not None
        async for line in child.stdout:
            self._has_spoken = True
            if text := line.decode().strip():
                self.read_line(text)

    async def _follow(self, code: int) -> None:
        if code == 0:
            self._crashes_in_a_row = 0
            await self._database.run(self.follow_end, Ending.DONE)
            return
        self._crashes += 1
        is_late = code == -signal.SIGALRM
        log.error("%s: the worker ended with %s%s", self._name, code, ": too long" if is_late else "")
        await self._database.run(self.follow_end, Ending.LATE if is_late else Ending.CRASHED)
        if not is_late:
            self._crashes_in_a_row += 1
            await asyncio.sleep(min(LONGEST_S, PAUSE_S * 2 ** (self._crashes_in_a_row - 1)))

    async def _watch(self, child: asyncio.subprocess.Process) -> int:
        """Return the exit code of a child, and kill it if it hangs: no alarm ends a stopped process.

        Patience counts checks, not time: if the server was stopped, the child may have been, too.
        """
        ended = asyncio.ensure_future(child.wait())
        patience_s = START_S
        while not ended.done() and patience_s > 0:
            await asyncio.wait({ended}, timeout=EVERY_S)
            if not self._is_responsible():
                await _dismiss(child)
                return 0
            patience_s = STILL_S if self._has_spoken else patience_s - EVERY_S
            self._has_spoken = False
        if not ended.done():
            log.error("%s: the worker is stuck and is killed", self._name)
            _kill(child)
        return await ended


async def _dismiss(child: asyncio.subprocess.Process) -> None:
    """End a child by closing its input, or kill it if it does not end."""
    if child.stdin is not None:
        child.stdin.close()
    try:
        async with asyncio.timeout(LEAVE_S):
            await child.wait()
    except TimeoutError:
        _kill(child)
        await child.wait()


def _kill(child: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        child.kill()
