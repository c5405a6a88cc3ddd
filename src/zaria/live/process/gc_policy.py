"""How the process that serves collects its garbage: never all of it while somebody would notice.

A move makes no cycles, nor does a socket that comes and goes, or a match that is let go of: what nobody
refers to is freed at once, without a look. An answered page leaves some (the tasks of the request, whose
tracebacks refer to them), which the next look finds. So Python looks often and briefly at what is new; what
survived such looks is put aside, where it looks no more, but not while a page is being made, whose cycles are
still in use.

Python itself starts a look when there are so many more objects than at the last one. A move that replaces old
objects with new ones changes that number little: tens of thousands of new objects can wait for one look of
30 to 70 ms (measured with ten thousand matches). A timer looks at them ten times a second instead.

Cycles that were put aside all the same are found by a look through everything. That takes more than a second
with ten thousand matches, so it comes only when nobody is here. The service's limit of memory is for a
process in which they pile up until then: it is ended, and a fresh one takes its place.
"""

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

_NEW = 700
"""How many objects more there may be before the new ones are looked through. With a thousand moves a second
these are five times as many, as each move frees what the last one made."""
_YOUNG = 1
_AGED = 1
"""How many such looks there are between two at all that survived since the last; how many of these there are
between two at all that is not put aside."""
_MOST = 15_000
"""So many objects are put aside also while a page is being made: looks are to stay brief."""
_NEW_EVERY_S = 0.1
"""Seconds between two looks at what is new, besides those that Python starts itself."""
_EVERY_S = 10.0
"""Seconds between two times that it is considered whether to look through everything."""
_WORTH = 1.25
"""How much the process has to grow for that."""


class GarbageCollector:
    """Looks at new objects often, at everything when nobody is here. Create it on the event loop."""

    def __init__(self, attended: Callable[[], bool], answering: Callable[[], bool]) -> None:
        """Puts aside what is there now.

        `attended`: whether somebody would notice if this process stood still for a second or two.
        `answering`: whether a page is being made; any thread may ask.
        """
        self._loop = asyncio.get_running_loop()
        self._attended = attended
        self._answering = answering
        spare_collections(answering)
        self._left = sys.getallocatedblocks()
        self._plan()
        self._plan_new()

    def close(self) -> None:
        """Look no more."""
        self._timer.cancel()
        self._timer_new.cancel()

    def collect_new(self) -> None:
        """Look at what is new, and put aside what survives it unless a page is being made."""
        if self._answering():
            gc.collect(0)
        else:
            gc.collect()  # the callback of `spare_collections` puts aside what is left

    def consider(self) -> bool:
        """Look through everything if nobody is here and the process has grown; whether it was done."""
        if self._attended() or sys.getallocatedblocks() < self._left * _WORTH:
            return False
        began = time.perf_counter()
        gc.unfreeze()
        found = _collect()
        self._left = sys.getallocatedblocks()
        log.info("found %d objects of garbage in %.0f ms", found, 1000 * (time.perf_counter() - began))
        return True

    def _plan(self) -> None:
        self._timer = self._loop.call_later(_EVERY_S, self._look)

    def _look(self) -> None:
        self.consider()
        self._plan()

    def _plan_new(self) -> None:
        self._timer_new = self._loop.call_later(_NEW_EVERY_S, self._look_at_new)

    def _look_at_new(self) -> None:
        self.collect_new()
        self._plan_new()


def _never() -> bool:
    return False


def spare_collections(answering: Callable[[], bool] = _never) -> None:
    """Leave alone what is there now, and from now on what survives some looks while no page is being made."""

    def put_aside(phase: str, info: dict[str, int]) -> None:
        """Called by Python before and after each of its looks."""
        if phase == "stop" and info["generation"] == 2 and not (answering() and _few()):
            gc.freeze()

    gc.callbacks.append(put_aside)
    _collect()
    gc.set_threshold(_NEW, _YOUNG, _AGED)


def _few() -> bool:
    return len(gc.get_objects(2)) < _MOST


def _collect() -> int:
    """Look through all that is not put aside, and put it aside; how many objects of garbage were found."""
    found = gc.collect()
    gc.freeze()
    gc.collect()  # Python looks at the oldest again once these have grown by a quarter: there are none now
    return found
