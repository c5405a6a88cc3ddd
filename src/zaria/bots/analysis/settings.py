"""The search limits of an analysis, by its depth."""

from typing import NamedTuple

from zaria.bots.analysis.shape import Depth
from zaria.bots.squares.engine import Limits


class Settings(NamedTuple):
    """The depth of an analysis.

    * plies: turns are evaluated at 0 plies first, and those close to the best, with the played one, at each
    of these depths; * within: the greatest distance from the best, in points, at each depth; most: the number
    of turns; * luck: the plies at which each roll is evaluated, for its luck, the cube and the graph; *
    limits: those of a search in a board game; * master: the master, the highest level, is asked for its
    choice.
    """

    plies: tuple[int, ...]
    within: tuple[float, ...]
    most: tuple[int, ...]
    luck: int
    limits: Limits
    master: bool = False


SETTINGS: dict[Depth, Settings] = {
    "quick": Settings((), (), (), 0, Limits(nodes=10_000, seconds=0.3)),
    "normal": Settings((1,), (0.24,), (12,), 0, Limits(nodes=100_000, seconds=1.5)),
    "deep": Settings((1, 2), (0.32, 0.12), (16, 6), 1, Limits(nodes=1_000_000, seconds=8.0), True),
}
LESSON = Settings((1, 2), (0.24, 0.08), (12, 4), 0, SETTINGS["quick"].limits)
"""Those of one decision for which a person waits: some tens of milliseconds with dice, in a ladder more."""
