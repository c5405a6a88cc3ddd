"""The process that reads imports and makes bitmaps: `python -m zaria.club.library.child_worker`.

It reads one match after another, and ends when there has been nothing to do for a while. It tells its
supervisor which match it reads, so that one that fells it is given up. What takes too long is ended by the
kernel's alarm, and memory is bounded: files of strangers fell nothing but this process.
"""

import resource
import time
from contextlib import suppress
from functools import partial

from zaria.club.site.child_process import child
from zaria.club.site.child_process.child import Reports

IDLE_S = 20.0
"""Seconds to wait for more to do."""
LOOK_S = 0.5
"""Seconds between two looks."""
PAUSE_S, PAUSES = 0.05, 2.0
"""Seconds between two matches, in which others write to the database, at least; as often as the last took."""
LIMIT_S = 60
"""Seconds for a match, or for the bitmaps of a block."""
MOST_MEMORY = 1 << 30
"""Bytes of memory; an archive of the largest size takes some 250 MB."""
NOTHING = "-"
"""The report of a process that reads no match."""


def main() -> None:
    """Work until there is nothing to do."""
    reports = child.begin()
    with suppress(ValueError, OSError):  # macOS has no such limit
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    from zaria.club.site.database import databases

    databases.let_commits_wait()
    work(reports)


def work(reports: Reports) -> None:
    """Read all files that wait, and make the bitmaps of all blocks that are complete."""
    idle_since = time.monotonic()
    while (begun := time.monotonic()) - idle_since < IDLE_S:
        if _has_worked(reports):
            idle_since = time.monotonic()
            time.sleep(max(PAUSE_S, PAUSES * (idle_since - begun)))
        else:
            time.sleep(LOOK_S)


def _has_worked(reports: Reports) -> bool:
    """Take the next step; False if there is none, or the database is away."""
    from django.db import InterfaceError, OperationalError, connection

    from zaria.club.library import importing, position_blocks

    with child.time_limit(LIMIT_S):
        try:
            if importing.work_next(partial(_report, reports)):
                return True
            reports.send(NOTHING)
            return position_blocks.make_next()
        except (InterfaceError, OperationalError):
            connection.close()  # it will be back: the same step succeeds later
            return False


def _report(reports: Reports, file_id: int, part: int) -> None:
    reports.send(f"{file_id} {part}")


if __name__ == "__main__":
    main()
