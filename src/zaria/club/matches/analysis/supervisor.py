"""The supervisor of the worker process that makes analyses.

It belongs to a server process with engines (role `bots`). It reads the database every few seconds, and at
once after a request for an analysis in its process, and starts a worker when an analysis waits, or when one
from before grades were stored has none. If a worker crashes, the next one makes its analysis; if the server
is killed, another worker takes the analysis when its lease expires. Each of several servers has a worker of
its own, and no two of them make the same analysis.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from zaria.club.matches.analysis import actions
from zaria.club.site.child_process.supervisor import ChildSupervisor, Ending

IDLE_S = 15.0
"""Seconds between two searches for work of the club's own."""
WORKER = "zaria.club.matches.analysis.worker"


class AnalysisSupervisor(ChildSupervisor):
    """The supervisor of one server process.

    While no analysis waits it calls `find_work` now and then, in its database thread; that function may
    request an analysis.
    """

    def __init__(self, find_work: Callable[[], None] | None = None) -> None:
        super().__init__("analyses")
        self._find_work = find_work
        self._found_at = -IDLE_S
        self._lease = ""
        self._on_request: Callable[..., None] | None = None

    def start(self) -> None:
        """Start to watch the queue."""
        loop = asyncio.get_running_loop()

        def requested(**more: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.wake)

        self._on_request = requested
        actions.analysis_requested.connect(requested, weak=False)
        super().start()

    async def close(self) -> None:
        """Stop, and end the worker; its analysis waits for the next server."""
        actions.analysis_requested.disconnect(self._on_request)
        await super().close()

    def command(self) -> Sequence[str]:
        """The worker and its lease."""
        self._lease = secrets.token_hex(16)
        return WORKER, self._lease

    def is_work_left(self) -> bool:
        """Return whether an analysis waits; if none does, let the club find work of its own now and then."""
        if actions.is_work_left():
            return True
        if self._find_work is not None and time.monotonic() - self._found_at >= IDLE_S:
            self._found_at = time.monotonic()
            self._find_work()
        return False

    def follow_end(self, ending: Ending) -> None:
        """Let the analysis of a worker that has ended wait again, or fail if it took too long."""
        reason = "too_long" if ending is Ending.LATE else ""
        actions.let_go(self._lease, reason=reason, counts=ending is not Ending.DONE)
