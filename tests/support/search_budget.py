"""Effort of the search for counterexamples."""

import os

EFFORT = float(os.environ.get("ZARIA_PROOF", "1"))
"""Factor of the usual length: games played, examples tried, kills survived."""

RUN = int(os.environ.get("ZARIA_RUN", "0"))
"""Number of this run of many: where things happen in some order, each run has another."""


def times(usual: int) -> int:
    """So many, or as many as are asked for; at least one."""
    return max(1, int(usual * EFFORT))
