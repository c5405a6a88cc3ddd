"""Cores of the machine: a server has the first to itself, its clients have the others."""

import os
import subprocess
from collections.abc import Mapping, Sequence

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
"""Those that this process had when it started."""


def pin(*, server: bool) -> None:
    """Keep this thread on the cores of servers or of clients; nothing where there is only one core."""
    if len(CORES) > 1:
        os.sched_setaffinity(0, CORES[:1] if server else CORES[1:])


def start_server(
    command: Sequence[str], environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start a process on the first core; this process, whose cores it would inherit, has the others."""
    pin(server=True)
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    finally:
        pin(server=False)
