"""The distribution of won and lost games over the classes of wins."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from zaria.bots.probabilities import OutcomeProbabilities

PointsEquity = Callable[[int], float]
"""The equity of winning so many points (below zero: of losing them), cube included."""


class ResultDistribution(NamedTuple):
    """Of the decided games: the part that is won, and how wins and losses divide among the classes.

    `wins[i]` is the part of all wins that are of class i, `losses[i]` that of all losses; each sums to 1.
    `draw` is the part of all games that nobody wins.
    """

    points: tuple[int, ...]
    win: float
    wins: tuple[float, ...]
    losses: tuple[float, ...]
    draw: float

    @classmethod
    def of(cls, chances: OutcomeProbabilities, points: Sequence[int]) -> "ResultDistribution":
        """Make the distribution from chances; `points` are those of the game's classes, the least first."""
        decided = max(1e-9, 1.0 - chances.draw)
        win = min(1.0, max(0.0, chances.win / decided))
        return cls(
            tuple(points),
            win,
            _divided(chances.win, (chances.win2, chances.win3), len(points)),
            _divided(chances.lose, (chances.lose2, chances.lose3), len(points)),
            max(0.0, chances.draw),
        )

    def won(self, equity_of: PointsEquity, value: int) -> float:
        """The mean equity of a win with the cube at `value`."""
        return sum(
            part * equity_of(value * points) for part, points in zip(self.wins, self.points, strict=True)
        )

    def lost(self, equity_of: PointsEquity, value: int) -> float:
        """The mean equity of a loss with the cube at `value`."""
        pairs = zip(self.losses, self.points, strict=True)
        return sum(part * equity_of(-value * points) for part, points in pairs)

    def single(self) -> "ResultDistribution":
        """The same where every win counts as one of the least class."""
        return self._replace(points=self.points[:1], wins=(1.0,), losses=(1.0,))


def _divided(whole: float, better: tuple[float, float], classes: int) -> tuple[float, ...]:
    """The parts of exactly each class, from the chances of each class or better."""
    if whole <= 0.0:
        return (1.0,) + (0.0,) * (classes - 1)
    least = [1.0]
    for chance in (*better, 0.0, 0.0)[: classes - 1]:
        least.append(min(least[-1], max(0.0, chance / whole)))
    least.append(0.0)
    return tuple(least[i] - least[i + 1] for i in range(classes))
