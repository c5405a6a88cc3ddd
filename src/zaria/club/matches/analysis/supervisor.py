"""The supervisor of the worker process that makes analyses.

It belongs to a server process with engines (role `bots`). It reads the database every few seconds, and at
once after a request for an analysis in its process, and starts a worker when an analysis waits, or when one
from before grades were stored has none. If a worker
crashes, the next one makes its analysis; if the server is killed, another worker takes the analysis when its
lease expires. The supervisor kills a worker that hangs, in an analysis or between two: then work is due
while the worker holds no valid lease. Each of several servers has a worker of its own, and no two of them
make the same analysis.
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
from zaria.club.site.database.database_thread import DatabaseThread

log = logging.getLogger(__name__)

EVERY_S = 3.0
"""Seconds between two checks of the queue."""
PAUSE_S, LONGEST_S = 1.0, 60.0
"""Seconds before a new worker after a crash: the first time, doubled each time, and at most."""
START_S, STILL_S = 60.0, 10.0
"""Seconds for which a worker may leave due work: at its start, because machines may be slow, and later."""
IDLE_S = 15.0
"""Seconds between two searches for work of the club's own."""
LEAVE_S = 5.0
"""Seconds in which a worker must end after the request to do so."""
WORKER = (sys.executable, "-m", "zaria.club.matches.analysis.worker")


class AnalysisSupervisor:
    """The supervisor of one server process; it belongs to the event loop that starts it.

    While no analysis waits it calls `find_work` now and then, in its database thread; that function may
    request an analysis.
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
        """Start to watch the queue."""
        loop = asyncio.get_running_loop()

        def requested(**more: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._wake.set)

        self._on_request = requested
        actions.analysis_requested.connect(requested, weak=False)
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop, and end the worker; its analysis waits for the next server."""
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
                if await self._database.run(actions.is_work_left):
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
        """Return the exit code of a worker, and kill it if it hangs: no alarm ends a stopped process.

        Patience counts checks, not time: if the server was stopped, the worker may have been, too.
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
        """Return whether the worker leaves due work.

        False while the database is away, because no worker can report then.
        """
        try:
            return await self._database.run(actions.is_left, self._lease)
        except Error:
            return False

    async def _dismiss(self, worker: asyncio.subprocess.Process) -> None:
        """End a worker by closing its input, or kill it if it does not end."""
        if worker.stdin is not None:
            worker.stdin.close()
        try:
            async with asyncio.timeout(LEAVE_S):
                await worker.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()
