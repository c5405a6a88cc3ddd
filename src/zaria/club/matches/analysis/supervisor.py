"""Starts the process that makes analyses when there is something to make, and looks after it.

It belongs to a server process whose programs think (the role `bots`). It reads the database every few
seconds, and at once when somebody here has asked for an analysis. What its worker leaves behind when it
breaks waits for the next one; what a server leaves that was killed is taken up when the lease is over. A
worker that stands still is killed, in the middle of an analysis or between two: what is due is left, and it
is not heard of. Where there are several servers each has a worker of its own, and no analysis is made by two
of them.
"""

import asyncio
import logging
import os
import secrets
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import Error

from zaria.club.matches.analysis import actions
from zaria.club.site.database_thread import DatabaseThread

log = logging.getLogger(__name__)

EVERY_S = 3.0
"""Seconds between two looks."""
PAUSE_S, LONGEST_S = 1.0, 60.0
"""Seconds to wait after a worker broke, twice as long each time it happens again, but never longer."""
START_S, STILL_S = 60.0, 10.0
"""Seconds that a worker may leave what is due: while it starts, on a slow machine, and afterwards."""
IDLE_S = 15.0
"""Seconds between two looks for work of the club's own."""
LEAVE_S = 5.0
"""Seconds that a worker has to end when asked to."""
WORKER = (sys.executable, "-m", "zaria.club.matches.analysis.worker")


class AnalysisSupervisor:
    """See the module. Belongs to the event loop on which it is started.

    `find_work` is called in its database thread now and then, while no analysis waits: it may request one.
    """

    def __init__(self, find_work: Callable[[], None] | None = None) -> None:
        self._find_work = find_work
        self._found_at = -IDLE_S
        self._database = DatabaseThread("analysis-supervisor")
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._worker: asyncio.subprocess.Process | None = None
        self._lease = ""
        self._broke = 0
        self._on_request: Callable[..., None] | None = None

    def start(self) -> None:
        """Begin to look."""
        loop = asyncio.get_running_loop()

        def requested(**more: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._wake.set)

        self._on_request = requested
        actions.analysis_requested.connect(requested, weak=False)
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """End, and the worker too; what it was making waits for the next server."""
        actions.analysis_requested.disconnect(self._on_request)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._worker is not None:
            await self._dismiss(self._worker)
            with suppress(Error):
                await self._database.run(actions.let_go, self._lease, counts=False)
        await self._database.close()

    async def _work(self) -> None:
        away = False
        while True:
            self._wake.clear()
            try:
                if await self._database.run(actions.is_waiting):
                    await self._employ()
                    continue
                away = False
                await self._look_for_work()
            except Error as error:
                if not away:
                    log.warning("analyses: waiting for the database: %s", error)
                away = True
            except Exception:
                log.exception("analyses: the supervisor failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self._wake.wait()

    async def _look_for_work(self) -> None:
        if self._find_work is not None and time.monotonic() - self._found_at >= IDLE_S:
            self._found_at = time.monotonic()
            await self._database.run(self._find_work)

    async def _employ(self) -> None:
        """Start a worker and wait for its end."""
        self._lease = secrets.token_hex(16)
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        worker = self._worker = await asyncio.create_subprocess_exec(
            *WORKER,
            self._lease,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            env=environment,
        )
        code = await self._watch(worker)
        self._worker = None
        if code == 0:
            self._broke = 0
            await self._database.run(actions.let_go, self._lease, counts=False)
            return
        late = code == -signal.SIGALRM
        log.error("analyses: the worker ended with %s%s", code, ": too long" if late else "")
        await self._database.run(actions.let_go, self._lease, reason="too_long" if late else "")
        if not late:
            self._broke += 1
            await asyncio.sleep(min(LONGEST_S, PAUSE_S * 2 ** (self._broke - 1)))

    async def _watch(self, worker: asyncio.subprocess.Process) -> int:
        """Wait for its end, and bring it about if it stands still: who is stopped ends by no alarm.

        Patience is counted in looks: while the server itself stood still the worker may have done so too.
        """
        ended = asyncio.ensure_future(worker.wait())
        patience = START_S
        while not ended.done() and patience > 0:
            await asyncio.wait({ended}, timeout=EVERY_S)
            patience = patience - EVERY_S if await self._is_left() else STILL_S
        if not ended.done():
            log.error("analyses: the worker is stuck and is killed")
            with suppress(ProcessLookupError):
                worker.kill()
        return await ended

    async def _is_left(self) -> bool:
        """True if the worker leaves due work. Without the database no worker can report."""
        try:
            return await self._database.run(actions.is_left, self._lease)
        except Error:
            return False

    async def _dismiss(self, worker: asyncio.subprocess.Process) -> None:
        """It ends when its input does."""
        if worker.stdin is not None:
            worker.stdin.close()
        try:
            async with asyncio.timeout(LEAVE_S):
                await worker.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()
