"""Outcome probabilities of a game with dice, and their equity."""

from collections.abc import Callable, Sequence

import msgspec


class OutcomeProbabilities(msgspec.Struct, frozen=True):
    """The probabilities of the ends of a game, seen by one side, without the cube.

    `win` counts every win, `win2` those of the second class or better (mars), `win3` those of the third
    (koks, or home mars); `lose2` and `lose3` count losses so. `draw` is there in games with equal turns.
    The classes are those of `AnyRules.classes`, in order; all numbers are 0 to 1.
    """

    win: float
    win2: float = 0.0
    win3: float = 0.0
    lose2: float = 0.0
    lose3: float = 0.0
    draw: float = 0.0

    @property
    def lose(self) -> float:
        """The chance to lose."""
        return 1.0 - self.win - self.draw

    def flipped(self) -> "OutcomeProbabilities":
        """The same seen by the other side."""
        return OutcomeProbabilities(self.lose, self.lose2, self.lose3, self.win2, self.win3, self.draw)

    def equity(self, classes: Sequence[tuple[int, str]]) -> float:
        """Points that may be expected without a cube; `classes` as in `AnyRules.classes`."""
        points = [worth for worth, _ in classes]
        gain = points[0] * (self.win - self.lose)
        if len(points) > 1:
            gain += (points[1] - points[0]) * (self.win2 - self.lose2)
        if len(points) > 2:
            gain += (points[2] - points[1]) * (self.win3 - self.lose3)
        return gain


EquityFunction = Callable[[OutcomeProbabilities], float]
"""The value of chances for the side that has them."""


def mean(of: Sequence[tuple[float, OutcomeProbabilities]]) -> OutcomeProbabilities:
    """The weighted mean; the weights sum to 1."""
    return OutcomeProbabilities(
        sum(w * c.win for w, c in of),
        sum(w * c.win2 for w, c in of),
        sum(w * c.win3 for w, c in of),
        sum(w * c.lose2 for w, c in of),
        sum(w * c.lose3 for w, c in of),
        sum(w * c.draw for w, c in of),
    )


def bounded(chances: OutcomeProbabilities) -> OutcomeProbabilities:
    """Return estimated chances as probabilities: each at least 0, and at most what it is a part of."""
    win = min(1.0, max(0.0, chances.win))
    draw = min(1.0 - win, max(0.0, chances.draw))
    win2, lose2 = _part(chances.win2, win), _part(chances.lose2, 1.0 - win - draw)
    return OutcomeProbabilities(
        win, win2, _part(chances.win3, win2), lose2, _part(chances.lose3, lose2), draw
    )


def _part(share: float, whole: float) -> float:
    return min(whole, max(0.0, share))
