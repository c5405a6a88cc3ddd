"""The sources of the draughts search run by Python, beside the compiled ones."""

from functools import cache
from typing import Any

from tests.support.games.interpreted_kernel import interpreted_together

BOTS = "zaria.bots.squares.draughts"
SEARCH = (
    "interpreted_kind",
    "evaluator",
    "endings",
    "state",
    "table",
    "ordering",
    "draws",
    "king_runs",
    "tree",
    "root",
)
"""Each needs those before it."""
KERNELS = {"search": "kernel", "wide_search": "wide_kernel", "orthogonal_search": "orthogonal_kernel"}
"""The packages of the search, and the kernel of the rules that each needs."""


@cache
def interpreted(package: str) -> dict[str, Any]:
    """The modules by the last part of their names."""
    names = (f"{BOTS}.{package}.{name}" for name in SEARCH)
    kernels = dict.fromkeys(f"zaria.games.draughts.{name}" for name in ("kernel", KERNELS[package]))
    return interpreted_together([*kernels, *names])
