"""The child's half: it gives way to everything else, says that it lives, and ends with its parent."""

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

NICE = 15
"""Engines run at 10: beside an engine that computes, a child gets a quarter of a processor."""
STATEMENT_S = 30.0
"""Seconds for one statement in PostgreSQL."""
ALIVE_S = 1.0
"""Seconds between two lines that say that the process lives."""


def begin() -> "Reports":
    """Prepare this process for its work; return the way to report to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # typed at the server's terminal: it ends its children
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    reports = Reports(os.dup(sys.stdout.fileno()))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # printed text must not look like a report
    # threads inherit the niceness: this one, which says that the process lives, keeps that of the server
    threading.Thread(target=_live_with_parent, args=(reports,), daemon=True).start()
    os.nice(NICE)
    import django

    django.setup()
    from zaria.club.site.database.postgresql import limits

    limits.limit(STATEMENT_S, most=4)
    return reports


class Reports:
    """Lines that the supervisor hears."""

    def __init__(self, out: int) -> None:
        """`out` is the descriptor of the file to which they are written."""
        self._out = out

    def send(self, line: str = "") -> None:
        """Report a line; an empty one says that the process lives."""
        os.write(self._out, f"{line}\n".encode())


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Let the kernel end this process after so many seconds; an earlier alarm goes on afterwards."""
    remaining_s = signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(remaining_s)


def _live_with_parent(reports: Reports) -> None:
    """End when the standard input does: the parent is gone, or wants this process to end."""
    try:
        is_wanted = True
        while is_wanted:
            reports.send()
            readable, _writable, _failed = select.select([sys.stdin.fileno()], [], [], ALIVE_S)
            is_wanted = not readable or bool(os.read(sys.stdin.fileno(), 1024))
    finally:
        os._exit(0)
