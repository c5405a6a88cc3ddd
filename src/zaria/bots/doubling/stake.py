"""The stake of a game: all that a cube decision depends on besides the chances."""

from functools import cached_property

import msgspec
from msgspec.structs import replace

from zaria.bots.doubling import rates
from zaria.bots.doubling.cubes import Cubes
from zaria.bots.doubling.offers import Offers
from zaria.bots.doubling.owners import ME, NOBODY, OTHER
from zaria.bots.doubling.table import CubeRules, MatchTable, table
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.match.match import Match
from zaria.match.scoring import for_points

FAR = 64
"""More points to go count as so many: the table grows with their square, and tells no more."""


class Stake(msgspec.Struct, frozen=True, dict=True):
    """The stake of a game, seen by one side.

    * value: what the cube shows; is_owner: whether it is this side's (True), the other's
      (False) or nobody's (None);
    * points: those of the game's classes, the least first;
    * cube: whether the cube may be turned in this game at all (not without one, nor in the Crawford game);
    * raises: to the "double" of its value, or one is "add"ed; beaver, raccoon, jacoby: as in `Terms`;
    * most: the points beyond which nothing more is won or lost (capped stakes), or None;
    * away: the points that I and the other still need to win the match (more than `FAR` count as so many;
      none where draws have brought both there: then the next win decides); None: it is played for points;
    * after: no Crawford game is to come after this one;
    * crawford, has_cube: whether the match has a Crawford game, and a cube in its other games;
    * game: its identifier, equal_turns: whether the second player has one more turn (paritet); for how often
      wins count double and games are drawn (`rates.rates`).
    """

    value: int = 1
    is_owner: bool | None = None
    points: tuple[int, ...] = (1, 2, 3)
    cube: bool = True
    raises: str = "double"
    beaver: bool = False
    raccoon: bool = False
    jacoby: bool = False
    most: float | None = None
    away: tuple[int, int] | None = None
    after: bool = False
    crawford: bool = True
    has_cube: bool = True
    game: str = ""
    equal_turns: bool = False

    def __post_init__(self) -> None:
        """Raise `ValueError` for an impossible stake, and for a match that is already won."""
        if self.value < 1 or (self.most is not None and self.most <= 0):
            raise ValueError("a game is played for something")
        if self.away is not None and min(self.away) < 1 and self.away[0] != self.away[1]:
            raise ValueError("the match is won: only after draws can both need no more points")

    @classmethod
    def of(cls, match: Match, side: int) -> "Stake":
        """Return what is at stake for `side` now; while the cube is on offer: what was before that."""
        terms, owner = match.terms, match.cube.owner
        length, stakes, alone = terms.length, terms.stakes, for_points(match)
        player_points, opponent_points = match.score[side], match.score[1 - side]
        return cls(
            value=match.cube.value,
            is_owner=None if owner is None else owner == side,
            points=tuple(points for points, _ in match.position.game.classes),
            cube=terms.cube and not match.crawford,
            raises=terms.raises,
            beaver=terms.beaver,
            raccoon=terms.raccoon,
            jacoby=terms.jacoby,
            most=stakes.most / stakes.stake if alone and stakes and stakes.most else None,
            away=None if alone else (length - player_points, length - opponent_points),
            after=match.crawford or match.crawford_done,
            crawford=terms.crawford,
            has_cube=terms.cube,
            game=match.game.id,
            equal_turns=bool(getattr(match.game.options, "paritet", False)),
        )

    @cached_property
    def table(self) -> MatchTable:
        """The table for such a match."""
        rules = CubeRules(self.points, self.has_cube, self.crawford, self.raises)
        return table(rules, rates.rates(self.game, self.points, equal_turns=self.equal_turns))

    @property
    def owner(self) -> int:
        """The owner of the cube, as a constant of `owners`."""
        return NOBODY if self.is_owner is None else ME if self.is_owner else OTHER

    def cubes(self) -> Cubes:
        """Return the model of the cube; it must not be shared by threads."""
        return Cubes(self.equity_of, self.points, self.value, self.raises, jacoby=self.jacoby)

    def offers(self, chances: OutcomeProbabilities, efficiency: float) -> Offers:
        """Return the offers of the cube with these chances of the side; one thread's."""
        chain = self.chain()
        chain.lay(chances, efficiency, 0, self.owner)
        return chain

    def chain(self) -> Offers:
        """Return offers of the cube that nothing was laid before yet; one thread's."""
        return Offers(self.cubes(), cube=self.cube, beaver=self.beaver, raccoon=self.raccoon)

    def flipped(self) -> "Stake":
        """Return the same stake as the other side sees it."""
        return replace(
            self,
            is_owner=None if self.is_owner is None else not self.is_owner,
            away=None if self.away is None else (self.away[1], self.away[0]),
        )

    def equity_of(self, points: int) -> float:
        """Return the equity of winning so many points, cube included (below 0: of losing them; 0: of a draw).

        In a match the chance to win it, 0 to 1; else points, which count no more than `most`.
        """
        equity = self._equities.get(points)
        if equity is None:
            equity = self._equities[points] = self._equity_of(points)
        return equity

    @cached_property
    def _equities(self) -> dict[int, float]:
        """Those asked for: a cube decision asks for the same few some hundred times."""
        return {}

    def _equity_of(self, points: int) -> float:
        if self.away is None:
            return float(points) if self.most is None else max(-self.most, min(self.most, points))
        player_away, opponent_away = (min(FAR, points_to_go) for points_to_go in self.away)
        if points == 0:
            return self.table.chance(player_away - 1, opponent_away - 1, after=self._after)
        return self.table.chance(
            player_away - max(0, points), opponent_away + min(0, points), after=self._after
        )

    @property
    def _after(self) -> bool:
        return self.after or not self.crawford

    def scaled(self, equity: float) -> float:
        """`equity` on the scale on which the present cube is lost at -1 and won at 1."""
        low, high = self.equity_of(-self.value), self.equity_of(self.value)
        return (2 * equity - low - high) / (high - low) if high > low else 0.0  # nothing is at stake
