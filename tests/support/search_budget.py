"""Effort of the search for counterexamples."""

import os

EFFORT = float(os.environ.get("ZARIA_PROOF", "1"))
"""Factor of the usual length: games played, examples tried, kills survived."""

RUN = int(os.environ.get("ZARIA_RUN", "0"))
"""Number of this run of many: where things happen in some order, each run has another."""


def times(usual: int, least: int = 1) -> int:
    """So many, or as many as the effort says; never fewer than `least`."""
    return max(least, int(usual * EFFORT))
