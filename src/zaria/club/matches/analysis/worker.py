"""The process that makes analyses: `python -m zaria.club.matches.analysis.worker LEASE`.

It makes one after the other, grades older ones in between, and ends when there has been nothing to do for a
while. One that takes long is put aside between two decisions as soon as there is one that takes less. What
takes too long is ended by the kernel's alarm, which asks nobody.
"""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from zaria.club.site.child_process import child

if TYPE_CHECKING:
    from zaria.bots.analysis import Depth
    from zaria.club.matches.analysis.models import Analysis
    from zaria.match.events import Event

IDLE_S = 20.0
"""Seconds to wait for more to do."""
LOOK_S = 1.0
"""Seconds between two looks."""
KEEP_S = 1.0
"""Seconds between two words on how far it is."""
LIMITS = {"quick": 5 * 60, "normal": 20 * 60, "deep": 60 * 60}
"""Seconds for an analysis of each depth."""


def main() -> None:
    """Work until there is nothing to do."""
    child.begin()
    work(sys.argv[1])


def work(lease: str) -> None:
    """Make all analyses there are, under this lease."""
    from zaria.club.matches.analysis import actions, grades

    actions.forget_older()
    idle = time.monotonic()
    while time.monotonic() - idle < IDLE_S:
        row = actions.take(lease)
        if row is None:
            if not grades.grade_next(_events):
                time.sleep(LOOK_S)
            continue
        with child.time_limit(LIMITS[row.depth]):
            _Job(row).make()
        idle = time.monotonic()


class _Job:
    """One analysis. While it is made a thread tells how far it is and keeps the lease."""

    def __init__(self, row: "Analysis", *, between: bool = False) -> None:
        """`between`: while another one is put aside."""
        self._row = row
        self._between = between
        self._began = self._looked = time.monotonic()
        self._progress = 0.0
        self._over = threading.Event()

    def make(self) -> None:
        """Find out and keep; what cannot be analysed has failed."""
        import brotli

        from zaria.bots.analysis import NotAnalysableError, analyse, encode, graded
        from zaria.club.matches.analysis import actions

        try:
            with self._kept():
                events = _events(self._row.match_id)
                if events is None:
                    raise NotAnalysableError("gone", "there is no such record")
                depth = cast("Depth", self._row.depth)  # rows have no other depths: see `actions.ask`
                analysis = analyse(events, depth, self._tell)
                body, sides = encode(analysis), graded(events, analysis)
        except NotAnalysableError as error:
            actions.failed(self._row, error.code)
            return
        packed = brotli.compress(body, mode=brotli.MODE_TEXT, quality=9)
        took = int(1000 * (time.monotonic() - self._began))
        actions.done(self._row, packed, len(body), took, sides)

    def _tell(self, progress: float) -> None:
        self._progress = progress
        if self._row.effort and time.monotonic() - self._looked >= LOOK_S:
            self._give_way()
            self._looked = time.monotonic()

    def _give_way(self) -> None:
        """Make one that takes less, if there is one: it need not wait for ours, which may take an hour."""
        from django.db import Error, connection

        from zaria.club.matches.analysis import actions

        begun = time.monotonic()
        try:
            row = actions.take(self._row.lease, before=self._row)
            if row is not None:
                with child.time_limit(LIMITS[row.depth]):
                    _Job(row, between=True).make()
        except Error:
            connection.close()  # it will be back; what was taken is taken up when its lease has run out
        self._began += time.monotonic() - begun

    @contextmanager
    def _kept(self) -> Iterator[None]:
        thread = threading.Thread(target=self._keep)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _keep(self) -> None:
        from django.db import Error, connection

        from zaria.club.matches.analysis import actions

        try:
            while not self._over.wait(KEEP_S):
                try:
                    if not actions.keep(self._row, int(100 * self._progress)):
                        if self._between:
                            return  # it is soon done, in vain: the one that was put aside is worth more
                        os._exit(0)  # somebody else makes it, or nobody wants it
                except Error:
                    connection.close()  # it will be back, or the lease runs out
        finally:
            connection.close()


def _events(match_id: str) -> "list[Event] | None":
    from zaria.club.matches.analysis import record_sources

    source = record_sources.source_of(match_id)
    return asyncio.run(_record(match_id)) if source is None else source.load(match_id)


async def _record(match_id: str) -> "list[Event] | None":
    """The events of a match as they are stored."""
    from zaria.club.site import data_directory
    from zaria.live.journal import factory
    from zaria.match import events as ev

    journal = await factory.connect(data_directory.database_url(), data_directory.directory())
    try:
        stored = await journal.load(match_id)
    finally:
        await journal.close()
    return None if stored is None else [ev.decode(row.body) for row in stored.rows]


if __name__ == "__main__":
    main()
