"""Equity with a cube, after Rick Janowski's "Take-Points in Money Games"; compiled with `cubes.pxd`.

One model for everything: it asks only for the equity of points (`PointsEquity`), so that money, capped
stakes and matches differ in nothing else. A dead cube is never turned again; a live one always exactly where
the other side is indifferent between taking and dropping. The truth is between the two: the efficiency says
where.
"""

from collections.abc import Callable, Sequence

import cython

from zaria.bots.probabilities import OutcomeProbabilities
from zaria.match.cube import LIMIT

if not cython.compiled:
    from zaria.bots.doubling.owners import ME, NOBODY, OTHER

PointsEquity = Callable[[int], float]
"""The equity of winning so many points (below zero: of losing them), cube included."""

CLASSES = 3
LEVELS = 72
"""Room for the values of a cube: raised by one from 1 to `LIMIT`, and some more."""
OFFERS = 3
"""The greatest number of offers in one chain, also of a cube that cannot be turned any more."""
NEVER = -1.0
EMPTY = 1e-9
"""Decided games: not fewer, so that something can be divided by them."""


def raised(value: int, raises: str) -> int | None:
    """The value of the cube after it was turned at `value`, None where it cannot be.

    `raises`: as in `Stake`.
    """
    higher = value * 2 if raises == "double" else value + 1
    return higher if higher <= LIMIT else None


class Cubes:
    """The cube of a game, seen by side `ME`: what it is worth with any chances; one thread's.

    A level says how often it was turned from its first value.
    """

    def __init__(
        self,
        equity_of: PointsEquity,
        points: Sequence[int],
        value: int = 1,
        raises: str = "double",
        *,
        jacoby: bool = False,
    ) -> None:
        """`points`: those of the game's classes of wins, the least first; `value`: at level 0.

        `jacoby`: while the cube is nobody's, every win counts as the least. Raises `ValueError` for no class
        or more than `CLASSES`.
        """
        if not 1 <= len(points) <= CLASSES:
            raise ValueError("not the points of one to three classes")
        if not cython.compiled:
            self.win_equities = [0.0] * (LEVELS * CLASSES)
            self.loss_equities = [0.0] * (LEVELS * CLASSES)
            self.plus = [0.0] * LEVELS
            self.minus = [0.0] * LEVELS
            self.wins = [0.0] * CLASSES
            self.losses = [0.0] * CLASSES
            self.cash = [0.0] * 2
        self.jacoby = jacoby
        self.drawn = equity_of(0)
        self.values: tuple[int, ...] = ()
        self.turns = -1
        self.last = LEVELS
        self.count = 0
        padding = [points[len(points) - 1]] * (CLASSES - len(points))
        self.add_levels(equity_of, [*points, *padding], value, raises)

    def add_levels(self, equity_of: PointsEquity, points: list[int], value: int, raises: str) -> None:
        """Fill the tables, up to the level at which nothing depends on the cube any more."""
        values = []
        level = 0
        while self.turns < 0 or level <= OFFERS:
            values.append(value)
            self.plus[level] = equity_of(value)
            self.minus[level] = equity_of(-value)
            for k in range(CLASSES):
                self.win_equities[level * CLASSES + k] = equity_of(value * points[k])
                self.loss_equities[level * CLASSES + k] = equity_of(-value * points[k])
            higher = raised(value, raises)
            if higher is None and self.last == LEVELS:
                self.last = level
            if self.turns < 0 and (
                higher is None
                or (equity_of(higher) == self.plus[level] and equity_of(-higher) == self.minus[level])
            ):
                self.turns = level
            value = value * 2 if higher is None else higher
            level += 1
        self.values = tuple(values)
        self.count = level

    def playing(self, chances: OutcomeProbabilities, efficiency: float, level: int, owner: int) -> float:
        """The equity of playing on with the cube at this level.

        `efficiency`: 0 for a dead cube to 1 for a live one; `owner`: a constant of `owners`.
        Raises `IndexError` for a level beyond `OFFERS` that the cube does not reach.
        """
        if level < 0 or level >= len(self.values):
            raise IndexError(level)
        self.load(chances.win, chances.win2, chances.win3, chances.lose2, chances.lose3, chances.draw)
        return self.loaded_equity(efficiency, level, owner)

    def loaded_equity(self, efficiency: float, level: int, owner: int) -> float:
        """The same with the chances that were loaded."""
        single = self.jacoby and owner == NOBODY
        low = self.minus[level] if single else self.lost(level)
        high = self.plus[level] if single else self.won(level)
        decided = low + self.win * (high - low)
        if efficiency:
            self.find_moments(level)
            decided += efficiency * (self.live(level, owner, low, high) - decided)
        return (1.0 - self.draw) * decided + self.draw * self.drawn

    def load(self, won: float, won2: float, won3: float, lost2: float, lost3: float, draw: float) -> None:
        """Take the part of the decided games that is won, and how wins and losses divide among the classes.

        The arguments are those of `OutcomeProbabilities`. A draw brings the same to both sides, whatever the
        cube shows.
        """
        lost = 1.0 - won - draw
        self.win = min(1.0, max(0.0, won / max(EMPTY, 1.0 - draw)))
        self.draw = max(0.0, draw)
        second = self.part(won2, won, 1.0)
        third = self.part(won3, won, second)
        self.wins[0] = 1.0 - second
        self.wins[1] = second - third
        self.wins[2] = third
        second = self.part(lost2, lost, 1.0)
        third = self.part(lost3, lost, second)
        self.losses[0] = 1.0 - second
        self.losses[1] = second - third
        self.losses[2] = third

    def part(self, chance: float, whole: float, most: float) -> float:
        """The part that a chance is of `whole`, and no more than `most`."""
        if whole <= 0.0:
            return 0.0
        return min(most, max(0.0, chance / whole))

    def won(self, level: int) -> float:
        """The mean equity of a win at this level."""
        total = 0.0
        for k in range(CLASSES):
            total += self.wins[k] * self.win_equities[level * CLASSES + k]
        return total

    def lost(self, level: int) -> float:
        """The mean equity of a loss at this level."""
        total = 0.0
        for k in range(CLASSES):
            total += self.losses[k] * self.loss_equities[level * CLASSES + k]
        return total

    def find_moments(self, level: int) -> None:
        """Find when each side turns a live cube at this level, and it is just taken: `cash`, by side.

        That is a part of the decided games won by `ME`; `NEVER` where nothing depends on the cube any more.
        """
        self.cash[ME] = NEVER
        self.cash[OTHER] = NEVER
        for turned in range(self.turns, level, -1):
            # From there to the end of the game, the equity is linear; where does it equal that of a drop now?
            opponent_again = self.cash[OTHER]
            player_again = self.cash[ME]
            low = self.lost(turned)
            high = self.won(turned)
            if opponent_again == NEVER:
                self.cash[ME] = self.crossing(0.0, low, 1.0, high, self.plus[turned - 1], 1.0)
            else:
                self.cash[ME] = self.crossing(
                    opponent_again, self.minus[turned], 1.0, high, self.plus[turned - 1], 1.0
                )
            if player_again == NEVER:
                self.cash[OTHER] = self.crossing(0.0, low, 1.0, high, self.minus[turned - 1], 0.0)
            else:
                self.cash[OTHER] = self.crossing(
                    0.0, low, player_again, self.plus[turned], self.minus[turned - 1], 0.0
                )

    def crossing(
        self, start: float, low: float, end: float, high: float, height: float, otherwise: float
    ) -> float:
        """Return where the rising line between two points has this height; `otherwise` if the line falls."""
        if high <= low:
            return otherwise
        return start + (end - start) * min(1.0, max(0.0, (height - low) / (high - low)))

    def live(self, level: int, owner: int, low: float, high: float) -> float:
        """The equity with a live cube, between a certain loss and a certain win: `low` and `high`."""
        opponent_cash = NEVER if owner == ME else self.cash[OTHER]
        player_cash = NEVER if owner == OTHER else self.cash[ME]
        if opponent_cash != NEVER and player_cash != NEVER and opponent_cash >= player_cash:
            opponent_cash = NEVER
            player_cash = NEVER
        start = 0.0
        if opponent_cash != NEVER:
            if self.win <= opponent_cash and opponent_cash > 0.0:
                return low + (self.minus[level] - low) * self.win / opponent_cash
            start = opponent_cash
            low = self.minus[level]
        if player_cash != NEVER:
            if self.win <= player_cash and player_cash > start:
                return low + (self.plus[level] - low) * (self.win - start) / (player_cash - start)
            start = player_cash
            low = self.plus[level]
        return low + (high - low) * (self.win - start) / (1.0 - start) if start < 1.0 else high
