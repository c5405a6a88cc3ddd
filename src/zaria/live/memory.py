"""How the process that serves collects its garbage: never all of it while it is busy.

A move makes no cycles, nor does a socket that comes and goes, or a match that is let go of: what nobody
refers to is freed at once, without a look. So looks are kept small, and what survived some is put aside:
Python looks at it no more. Cycles that were still in use then, of a page that took long, are found by a look
through everything, which takes more than half a second with ten thousand matches. It comes when nothing much
is done, or when the process has grown to twice what the last one left: so it is never more than twice as big
as it has to be.
"""

import asyncio
import gc
import logging
import sys
import time

log = logging.getLogger(__name__)

_NEW = 1000
"""How many objects more there may be before the new ones are looked through. With a thousand moves a second
these are five times as many, as each move frees what the last one made: 2 to 5 ms."""
_YOUNG = 1
"""How many such looks there are between two at all that survived since the last: 15 ms at most."""
_EVERY_S = 10.0
"""Seconds between two times that it is considered whether to look through everything."""
_QUIET = 0.05
"""The share of a core that a process uses which does not do much."""
_WORTH = 1.25
_MOST = 2.0
"""How much the process has to grow for a look through everything: when it is quiet, and in any case."""


class Garbage:
    """Looks through everything now and then. Made on the event loop, once all is started."""

    def __init__(self) -> None:
        """Puts aside what is there now."""
        self._loop = asyncio.get_running_loop()
        spare_collections()
        self._left = sys.getallocatedblocks()
        self._plan()

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()

    def consider(self, quiet: bool) -> bool:
        """Look through everything if the process has grown enough; whether it was done."""
        if sys.getallocatedblocks() < self._left * (_WORTH if quiet else _MOST):
            return False
        began = time.perf_counter()
        gc.unfreeze()
        found = gc.collect()
        self._left = sys.getallocatedblocks()
        log.info("found %d objects of garbage in %.0f ms", found, 1000 * (time.perf_counter() - began))
        return True

    def _plan(self) -> None:
        self._used, self._since = time.process_time(), time.monotonic()
        self._timer = self._loop.call_later(_EVERY_S, self._look)

    def _look(self) -> None:
        used, passed = time.process_time() - self._used, time.monotonic() - self._since
        self.consider(used < _QUIET * passed)
        self._plan()


def spare_collections() -> None:
    """Leave alone what is there now, and from now on what survives two looks."""
    if _put_aside not in gc.callbacks:
        gc.callbacks.append(_put_aside)
    gc.collect()
    gc.set_threshold(_NEW, _YOUNG, 1000)


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Called by Python before and after each of its looks."""
    if phase == "stop" and info["generation"] > 0:
        gc.freeze()
