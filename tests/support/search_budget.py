"""How hard tests look for counterexamples."""

import os

EFFORT = float(os.environ.get("ZARIA_PROOF", "1"))
"""How many times longer than usual: games played, examples tried, kills survived."""

RUN = int(os.environ.get("ZARIA_RUN", "0"))
"""Which of many runs this is: where things happen in some order, each run has another."""


def times(usual: int) -> int:
    """So many, or more where more is asked for; at least one."""
    return max(1, int(usual * EFFORT))
