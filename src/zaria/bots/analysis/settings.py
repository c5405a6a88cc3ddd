"""The search limits of an analysis, by its depth."""

from typing import NamedTuple

from zaria.bots.analysis.shape import Depth
from zaria.bots.squares.engine import Limits


class Settings(NamedTuple):
    """The depth of an analysis.

    * plies: turns are judged at 0 plies first; at each deeper one of these again those that are close to the
      best, and the one that was played;
    * within: how close, in points, at each of them; most: how many at each;
    * luck: at how many plies each roll is judged, for its luck, the cube and the graph;
    * limits: of a search on squares;
    * master: whether the master, the highest level, is asked what it would choose.
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
