"""Garbage collection in the serving process: never a full one while anybody would notice.

A move creates no cycles, nor does a socket that comes and goes, or a match that is unloaded: their objects
are freed at once. An answered page leaves some cycles (the tasks of the request, whose tracebacks refer to
them), which the next collection finds. So Python collects the new objects often and briefly; what survives is
frozen, where no collection looks, but not during a page request, whose cycles are still in use.

Python itself starts a collection when the number of objects has grown by a threshold. A move that replaces
old objects with new ones changes that number little: tens of thousands of new objects can wait for one
collection of 30 to 70 ms (measured with ten thousand matches). A timer collects them ten times a second
instead.

Cycles that were frozen all the same are found by a full collection. That takes more than a second with ten
thousand matches, so it runs only when nobody is connected. The service's memory limit covers a process in
which they pile up until then: the system ends it, and a fresh one takes its place.
"""

import asyncio
import gc
import logging
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)

_NEW = 700
"""Growth of the number of objects that starts a collection of the new ones. With a thousand moves a second
these are five times as many, as each move frees what the last one made."""
_YOUNG = 1
_AGED = 1
"""Collections of the youngest generation between two of the middle one, and of the middle one between two of
all that is not frozen."""
_MOST = 15_000
"""Objects that are frozen even during a page request, to keep collections brief."""
_NEW_EVERY_S = 0.1
"""Seconds between two collections of new objects, besides those that Python starts itself."""
_EVERY_S = 10.0
"""Seconds between two decisions on a full collection."""
_WORTH = 1.25
"""The growth of the process that makes a full collection worthwhile."""


class GarbageCollector:
    """Collects new objects often, everything when nobody is connected. Create it on the event loop."""

    def __init__(self, attended: Callable[[], bool], answering: Callable[[], bool]) -> None:
        """Freeze what exists now.

        `attended`: whether anybody would notice if this process stood still for a second or two.
        `answering`: whether a page request is in progress; any thread may ask.
        """
        self._loop = asyncio.get_running_loop()
        self._attended = attended
        self._answering = answering
        spare_collections(answering)
        self._remaining_blocks = sys.getallocatedblocks()
        self._plan()
        self._plan_new()

    def close(self) -> None:
        """Stop the timers."""
        self._timer.cancel()
        self._timer_new.cancel()

    def collect_new(self) -> None:
        """Collect new objects, and freeze the survivors unless a page request is in progress."""
        if self._answering():
            gc.collect(0)
        else:
            gc.collect()  # the callback of `spare_collections` freezes what is left

    def consider(self) -> bool:
        """Run a full collection if nobody is connected and the process has grown; return whether it ran."""
        if self._attended() or sys.getallocatedblocks() < self._remaining_blocks * _WORTH:
            return False
        began = time.perf_counter()
        gc.unfreeze()
        freed = _collect()
        self._remaining_blocks = sys.getallocatedblocks()
        log.info(
            "garbage collector: %d objects freed in %.0f ms", freed, 1000 * (time.perf_counter() - began)
        )
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


@contextmanager
def loading() -> Iterator[None]:
    """Collect no garbage while a process loads its modules, and freeze what exists afterwards.

    Modules stay to the end: to look through them again and again takes a sixth of the start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def _never() -> bool:
    return False


def spare_collections(answering: Callable[[], bool] = _never) -> None:
    """Freeze what exists now, and later what survives collections outside of page requests."""

    def on_collection(phase: str, info: dict[str, int]) -> None:
        """Called by Python before and after each collection."""
        if phase == "stop" and info["generation"] == 2 and not (answering() and _few()):
            gc.freeze()

    gc.callbacks.append(on_collection)
    _collect()
    gc.set_threshold(_NEW, _YOUNG, _AGED)


def _few() -> bool:
    # In one call of C: between two steps of Python another thread might go on to make a tuple, which raises
    # SystemError if this list refers to it.
    return sum(map(len, map(gc.get_objects, (2,)))) < _MOST


def _collect() -> int:
    """Run a full collection of what is not frozen, freeze the rest; return the number of garbage objects."""
    freed = gc.collect()
    gc.freeze()
    gc.collect()  # Python skips the oldest generation until it has grown by a quarter: leave it empty
    return freed
