"""The supervisor of the process that reads imports and makes bitmaps, where results are recorded.

What the process reads comes from strangers: a match over which it crashes again and again, or takes too long,
is given up with its file.
"""

import time
from collections.abc import Callable, Sequence

from zaria.club.library import importing, position_blocks
from zaria.club.library.child_worker import NOTHING
from zaria.club.site.child_process.supervisor import ChildSupervisor, Ending

BLOCKS_S = 30.0
"""Seconds between two looks for blocks without bitmaps."""
MOST_CRASHES = 3
"""Crashes over one match after which its file is given up: it is the cause."""
WORKER = "zaria.club.library.child_worker"


class LibrarySupervisor(ChildSupervisor):
    """The supervisor of one server process; of several, one is responsible."""

    def __init__(self, is_responsible: Callable[[], bool]) -> None:
        super().__init__("library", is_responsible)
        self._looked_at = -BLOCKS_S
        self._match = NOTHING
        self._crashes_over_match = 0

    def command(self) -> Sequence[str]:
        """The worker, which needs no arguments."""
        return (WORKER,)

    def is_work_left(self) -> bool:
        """Return whether a file waits, or, now and then, whether bitmaps are to be made."""
        if importing.is_left():
            return True
        if time.monotonic() - self._looked_at < BLOCKS_S:
            return False
        self._looked_at = time.monotonic()
        return position_blocks.is_left()

    def read_line(self, line: str) -> None:
        """Note the match that the worker reads: a file and a part of it."""
        if line != self._match:
            self._match, self._crashes_over_match = line, 0

    def follow_end(self, ending: Ending) -> None:
        """Give up the file of a match that took too long, or over which the worker has crashed too often."""
        if ending is Ending.DONE or self._match == NOTHING:
            return
        self._crashes_over_match += 1
        if ending is Ending.LATE or self._crashes_over_match >= MOST_CRASHES:
            importing.give_up(int(self._match.split()[0]))
