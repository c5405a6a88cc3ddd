"""The sources of the draughts search run by Python, beside the compiled ones."""

from typing import Any

from tests.support.games.interpreted_kernel import interpreted_together

BOTS = "zaria.bots.squares.draughts"
SEARCH = ("evaluator", "endings", "state", "table", "ordering", "draws", "tree", "root")
NAMES = ("zaria.games.draughts.kernel", *(f"{BOTS}.search.{name}" for name in SEARCH))
"""Each needs those before it."""


def interpreted() -> dict[str, Any]:
    """The modules by the last part of their names."""
    return interpreted_together(NAMES)
