"""The time that tests wait for an event that always comes, and how slow the machine is."""

import time

PATIENCE = 30
"""Seconds: they cost nothing where all is well, and machines are busy."""
SLOWEST = 8.0
"""The largest answer of `slowness`: a run on a machine that is slower yet has no end."""
_SAMPLE_S = 0.05


def slowness() -> float:
    """Return how many times longer work takes now than on a machine with nothing else to do; at least 1."""
    began, start = time.perf_counter(), time.thread_time()
    while time.thread_time() - start < _SAMPLE_S:
        pass
    return min(max((time.perf_counter() - began) / _SAMPLE_S, 1.0), SLOWEST)
