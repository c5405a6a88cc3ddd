"""Playing games out with the cube in play by positions: as `cube_games`, where more than the board counts."""

from random import Random

from zaria.bots.doubling import efficiency
from zaria.bots.doubling.offers import Offers
from zaria.bots.doubling.owners import ME, NOBODY, OTHER
from zaria.bots.probabilities import EquityFunction, OutcomeProbabilities
from zaria.bots.tables.engine import Engine
from zaria.games.dice import ROLL_CHANCES, Roll
from zaria.games.protocols import Position


class PositionGames:
    """Plays games out; equities are those of the side on roll at the beginning. One thread's."""

    def __init__(
        self, engine: Engine, position: Position, offers: tuple[Offers, Offers], whole: float
    ) -> None:
        """`offers` are those of the side on roll and of the other one, `whole` what both equities come to."""
        self._engine = engine
        self._start = position
        self._offers = offers
        self._whole = whole
        self._level = 0
        self._owner = NOBODY

    def play(
        self, cube: tuple[int, int], dice: tuple[int, int], seed: int, rolls: int, *, without_luck: bool
    ) -> float:
        """Return the equity of one game; see `CubeGames.play`."""
        random, luck = Random(seed), 0.0
        self._level, self._owner = cube
        position = self._start
        for index in range(rolls):
            if index:
                ended = self._turn_cube(position)
                if ended is not None:
                    return ended - luck
            number = dice[index] if index < len(dice) else random.randrange(36)
            roll = number // 6 + 1, number % 6 + 1
            if without_luck:
                luck += self._luck(position, roll)
            position = self._played(position, roll)
            if position.outcome() is not None or position.locked():
                break
        return self._worth(position) - luck

    def _side(self, position: Position) -> int:
        """Return 0 for the side on roll at the beginning, else 1."""
        return int(position.turn != self._start.turn)

    def _owner_seen_by(self, side: int) -> int:
        return NOBODY if self._owner == NOBODY else ME if self._owner == side else OTHER

    def _turn_cube(self, position: Position) -> float | None:
        """Have the side on roll decide, and the other one answer; return the equity if that ends the game."""
        side = self._side(position)
        offers = self._laid(position, side)
        if self._owner not in (NOBODY, side) or not offers.doubles():
            return None
        count = offers.settle()
        if offers.is_dropped:
            return self._of_first(offers.dropped(count), side)
        self._level += count
        self._owner = 1 - side
        return None

    def _laid(self, position: Position, side: int) -> Offers:
        """Return the offers of the side on roll."""
        offers = self._offers[side]
        is_final = position.outcome() is not None or position.locked()
        chances = OutcomeProbabilities(0.5) if position.locked() else self._engine.evaluate(position)
        live = 0.0 if is_final else efficiency.of(position)
        offers.lay(chances, live, self._level, self._owner_seen_by(side))
        return offers

    def _worth(self, position: Position) -> float:
        """Return the equity of a position; the side on roll may double unless the game is over."""
        side = self._side(position)
        offers = self._laid(position, side)
        is_final = position.outcome() is not None or position.locked()
        if is_final or self._owner not in (NOBODY, side) or not offers.doubles():
            return self._of_first(offers.playing(), side)
        return self._of_first(offers.offered(1), side)

    def _of_first(self, equity: float, side: int) -> float:
        """Return an equity of a side as that of side 0."""
        return self._whole - equity if side else equity

    def _played(self, position: Position, roll: Roll) -> Position:
        """Return the position after a roll is played by what is worth most with the cube as it lies."""
        position = position.rolled(roll)
        while position.duty is not None and position.outcome() is None:
            equity_of = self._equity_of(self._side(position))
            position = position.play(self._engine.ranked(position, 0, 1, equity_of)[0].turn)
        return position

    def _equity_of(self, side: int) -> EquityFunction:
        """Return the function that says what chances are worth to a side with the cube as it lies."""
        cubes, owner = self._offers[side].cubes, self._owner_seen_by(side)
        level = min(self._level, len(cubes.values) - 1)
        return lambda chances: cubes.playing(chances, 0.0, level, owner)

    def _luck(self, position: Position, roll: Roll) -> float:
        """Return how much more a roll is worth than the mean of all."""
        worth = {dice: self._worth(self._played(position, dice)) for dice, _ in ROLL_CHANCES}
        return worth[max(roll), min(roll)] - sum(share * worth[dice] for dice, share in ROLL_CHANCES)
