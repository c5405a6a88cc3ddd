"""Equity with a cube, after Rick Janowski's "Take-Points in Money Games".

One model for everything: it asks only for the equity of points (`PointsEquity`), so that money, capped
stakes and matches differ in nothing else. A dead cube is never turned again; a live one always exactly where
the other side is indifferent between taking and dropping. The truth is between the two: `efficiency` says
where.
"""

from itertools import pairwise

from zaria.bots.doubling.result_distribution import PointsEquity, ResultDistribution
from zaria.match.cube import LIMIT

ME, OTHER = 0, 1


class Cubes:
    """The cube of one game, seen by side `ME`: equities by its value and its owner."""

    def __init__(
        self,
        distribution: ResultDistribution,
        equity_of: PointsEquity,
        efficiency: float,
        raises: str = "double",
        *,
        jacoby: bool = False,
    ) -> None:
        """`distribution`: of the results; `efficiency`: 0 for a dead cube to 1 for a live one.

        `jacoby`: while the cube is nobody's, every win counts as the least.
        """
        self._distribution = distribution
        self._equity_of = equity_of
        self._efficiency = efficiency
        self._double = raises == "double"
        self._jacoby = jacoby
        self._cash: dict[tuple[int, int], float | None] = {}

    def raised(self, value: int) -> int | None:
        """The value of the cube after it was turned at `value`, None where it cannot be."""
        higher = value * 2 if self._double else value + 1
        return higher if higher <= LIMIT else None

    def playing(self, value: int, owner: int | None, *, usable: bool = True) -> float:
        """The equity of playing on with such a cube; not `usable`: no side may turn it."""
        dead = self._mixed(self._dead(value, owner))
        if not usable or not self._efficiency:
            return dead
        live = self._mixed(self._live(value, owner))
        return dead + self._efficiency * (live - dead)

    def cash(self, side: int, value: int) -> float | None:
        """The part of the decided games won by ME at which a live cube is turned by `side` and just taken.

        None where it cannot be turned, or nothing depends on it any more.
        """
        key = side, value
        if key not in self._cash:
            self._cash[key] = self._cashed(side, value)
        return self._cash[key]

    def _cashed(self, side: int, value: int) -> float | None:
        higher = self.raised(value)
        if higher is None or (
            self._equity_of(higher) == self._equity_of(value)
            and self._equity_of(-higher) == self._equity_of(-value)
        ):
            return None
        # From there to the end of the game, the equity is linear; where does it equal that of a drop now?
        again = self.cash(1 - side, higher)
        if side == ME:
            start, low = (0.0, self._lost(higher)) if again is None else (again, self._equity_of(-higher))
            end, high, now = 1.0, self._won(higher), self._equity_of(value)
        else:
            start, low = 0.0, self._lost(higher)
            end, high = (1.0, self._won(higher)) if again is None else (again, self._equity_of(higher))
            now = self._equity_of(-value)
        if high <= low:
            return end if side == ME else start
        return start + (end - start) * min(1.0, max(0.0, (now - low) / (high - low)))

    def _won(self, value: int) -> float:
        return self._distribution.won(self._equity_of, value)

    def _lost(self, value: int) -> float:
        return self._distribution.lost(self._equity_of, value)

    def _mixed(self, decided: float) -> float:
        """With the draws: a draw brings a point to both sides, whatever the cube shows."""
        draw = self._distribution.draw
        return (1.0 - draw) * decided + draw * self._equity_of(0) if draw else decided

    def _ends(self, value: int, owner: int | None) -> tuple[float, float]:
        if self._jacoby and owner is None:
            return self._equity_of(-value), self._equity_of(value)
        return self._lost(value), self._won(value)

    def _dead(self, value: int, owner: int | None) -> float:
        low, high = self._ends(value, owner)
        return low + self._distribution.win * (high - low)

    def _live(self, value: int, owner: int | None) -> float:
        low, high = self._ends(value, owner)
        opponent_cash = self.cash(OTHER, value) if owner != ME else None
        player_cash = self.cash(ME, value) if owner != OTHER else None
        corners = [(0.0, low)]
        if opponent_cash is not None and (player_cash is None or opponent_cash < player_cash):
            corners.append((opponent_cash, self._equity_of(-value)))
        if player_cash is not None and (opponent_cash is None or opponent_cash < player_cash):
            corners.append((player_cash, self._equity_of(value)))
        corners.append((1.0, high))
        return _on(corners, self._distribution.win)


def _on(corners: list[tuple[float, float]], at: float) -> float:
    """The height at `at` of the line through the corners, which go from left to right."""
    for (start, low), (end, high) in pairwise(corners):
        if at <= end and end > start:
            return low + (high - low) * (at - start) / (end - start)
    return corners[-1][1]
