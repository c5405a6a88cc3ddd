"""How hard tests look for counterexamples."""

import os

EFFORT = float(os.environ.get("ZARIA_PROOF", "1"))
"""How many times longer than usual: games played, examples tried, kills survived."""


def times(usual: int) -> int:
    """So many, or more where more is asked for; at least one."""
    return max(1, int(usual * EFFORT))
