"""The match equity table: how likely a match is won from a score, computed from the cube model itself.

See docs/explanation/doubling.md for the method and how it compares with published tables.
"""

from functools import lru_cache
from typing import NamedTuple

from zaria.bots.doubling.cubes import Cubes
from zaria.bots.doubling.owners import NOBODY, OTHER
from zaria.bots.doubling.rates import Rates
from zaria.bots.probabilities import OutcomeProbabilities

EFFICIENCY = 0.8
"""The efficiency of a cube over a whole game. With `rates.USUAL` it is closest to rolled-out tables."""

FIRST_EXCHANGE = 0.024
"""Mean distance of the chances from even when the trailing side may first double.

With an even number of points to go the leader drops where that is better (the free drop)."""


class CubeRules(NamedTuple):
    """The parameters of the table: the points of the classes, and the terms of the cube."""

    points: tuple[int, ...] = (1, 2, 3)
    cube: bool = True
    crawford: bool = True
    raises: str = "double"


class MatchTable:
    """The chances to win a match by the points that both sides need, computed on demand."""

    def __init__(self, rules: CubeRules, rates: Rates) -> None:
        self.rules = rules
        self.rates = rates
        self._before: dict[tuple[int, int], float] = {}
        self._after: dict[int, float] = {}

    def chance(self, player_away: int, opponent_away: int, *, after: bool = False) -> float:
        """The chance of the side that needs `player_away` points, before a game.

        `after`: no Crawford game is to come. A side that needs none and leads has won. After draws both may
        need none: then the next win decides.
        """
        if player_away <= 0 or opponent_away <= 0:
            return 0.5 if player_away == opponent_away else float(player_away < opponent_away)
        if player_away == opponent_away:
            return 0.5
        if player_away > opponent_away:
            return 1.0 - self.chance(opponent_away, player_away, after=after)
        if player_away == 1 and self.rules.cube and (after or not self.rules.crawford):
            return 1.0 - self._trailing(opponent_away)
        if (player_away, opponent_away) not in self._before:
            self._fill(player_away, opponent_away)
        return self._before[player_away, opponent_away]

    def _fill(self, player_away: int, opponent_away: int) -> None:
        """Compute this score and all nearer ones, the nearest first: each needs only nearer ones."""
        for leader_away in range(1, player_away + 1):
            for trailer_away in range(leader_away + 1, opponent_away + 1):
                if (leader_away, trailer_away) not in self._before:
                    self._before[leader_away, trailer_away] = self._game(leader_away, trailer_away)

    def _game(self, player_away: int, opponent_away: int) -> float:
        """The chance before a game with the cube in the middle; with one point to go, Crawford."""

        def equity_of(points: int) -> float:
            if points == 0:
                return self.chance(player_away - 1, opponent_away - 1, after=player_away == 1)
            return self.chance(
                player_away - max(0, points), opponent_away + min(0, points), after=player_away == 1
            )

        cubes = Cubes(equity_of, self.rules.points, raises=self.rules.raises)
        usable = self.rules.cube and player_away > 1
        return cubes.playing(self._chances(), EFFICIENCY if usable else 0.0, 0, NOBODY)

    def _chances(self, share: float = 0.5) -> OutcomeProbabilities:
        """Those of a side that wins this share of the decided games."""
        rates = self.rates
        win, lose = (1 - rates.draw) * share, (1 - rates.draw) * (1 - share)
        return OutcomeProbabilities(
            win, win * rates.second, win * rates.third, lose * rates.second, lose * rates.third, rates.draw
        )

    def _trailing(self, away: int) -> float:
        """The chance of the side that needs `away` points, the other one, after the Crawford game.

        It doubles at once; the other side may drop if the first rolls went badly.
        """
        if away not in self._after:
            for nearer in range(2, away + 1):
                self._after[nearer] = (self._exchanged(nearer, 1) + self._exchanged(nearer, -1)) / 2
        return self._after[away]

    def _exchanged(self, away: int, sign: int) -> float:
        def equity_of(points: int) -> float:
            if points == 0:
                return 0.0
            return 1.0 - self.chance(1, away - points, after=True) if points > 0 else 0.0

        cubes = Cubes(equity_of, self.rules.points, raises=self.rules.raises)
        return min(equity_of(1), cubes.playing(self._chances(0.5 + sign * FIRST_EXCHANGE), 0.0, 1, OTHER))


@lru_cache(maxsize=64)
def table(rules: CubeRules, rates: Rates) -> MatchTable:
    """Return the table for such matches, which is made once."""
    return MatchTable(rules, rates)
