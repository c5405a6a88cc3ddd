"""Playing games out with the cube in play, by an evaluator of boards; compiled with `cube_games.pxd`.

Side 0 is on roll at the beginning. Before each roll but the first, the side on roll doubles and the other
one answers as the model of the cube says with the chances at 0 plies. Turns are those of the highest equity
with the cube as it lies.
"""

import cython

from zaria.bots.doubling.cubes import Cubes
from zaria.bots.doubling.offers import Offers
from zaria.bots.tables.evaluator import EvaluatorKernel
from zaria.bots.tables.features import Features

if not cython.compiled:
    from zaria.bots.doubling.efficiency import of_race
    from zaria.bots.doubling.owners import ME, NOBODY, OTHER
    from zaria.bots.tables.playing import begin, copy, lay_view, play
    from zaria.bots.tables.rollouts import STUCK, is_over, is_unmoved, number_of_roll

HALF = 12
"""The last point of the first half: where both sides run the same way round, they race once past it."""


class CubeGames:
    """Plays games out; equities are those of side 0, in the unit of its stake. One thread's."""

    def __init__(
        self,
        evaluator: EvaluatorKernel,
        first: Offers,
        second: Offers,
        *,
        contact: float,
        races: bool,
        without_mars: bool,
    ) -> None:
        """`first` and `second` are the offers of both sides.

        `contact` is the efficiency of a cube outside races, `races` says whether races have another.
        `without_mars`: the second class of the game is koks.
        """
        self.evaluator = evaluator
        self.first = first
        self.second = second
        self.contact = contact
        self.races = races
        self.without_mars = without_mars
        self.whole = self.first.cubes.plus[0] + self.second.cubes.minus[0]
        self.side = 0
        self.level = 0
        self.owner = NOBODY
        self.luck = 0.0
        self.is_ended = False

    def play(
        self,
        board: tuple[int, ...],
        cube: tuple[int, int],
        dice: tuple[int, int],
        seed: int,
        rolls: int,
        *,
        without_luck: bool,
    ) -> float:
        """Return the equity of one game from a board; after `rolls` rolls it is evaluated.

        `cube` is its level and owner: 0, 1 or `NOBODY`. `dice` are the numbers, 0 to 35, of the first two
        rolls; all others follow from the seed. Nobody doubles before the first roll. Without luck the value
        of each roll is taken off, less the mean of all rolls.
        """
        evaluator = self.evaluator
        begin(evaluator, board)
        evaluator.seed = seed
        self.level, self.owner = cube
        first, second = dice
        with cython.nogil:
            equity = self.play_out(first, second, rolls, without_luck)
        evaluator.priced = False
        evaluator.wide = False
        return equity

    def play_out(self, first: int, second: int, rolls: int, without_luck: bool) -> float:
        """Play the board at 0 out; return its equity, without luck if so."""
        self.evaluator.priced = True
        self.set_prices()
        self.side = 0
        self.luck = 0.0
        self.is_ended = False
        idle = 0
        for roll in range(rolls):
            if roll > 0:
                equity = self.turn_cube()
                if self.is_ended:
                    return equity - self.luck
            number = number_of_roll(self.evaluator, roll, first, second)
            d1 = max(number // 6, number % 6) + 1
            d2 = min(number // 6, number % 6) + 1
            if without_luck:
                self.add_luck(d1, d2)
            copy(self.evaluator, 0, 1)
            self.evaluator.viewer = 1 - self.side
            self.evaluator.wide = True
            if play(self.evaluator, 0, d1, d2):
                self.side = 1 - self.side
            if is_over(self.evaluator, 0):
                break
            idle = idle + 1 if is_unmoved(self.evaluator, 0) else 0
            if idle >= STUCK:
                self.evaluator.lock()
                return self.worth(True) - self.luck
        self.look(0)
        return self.worth(self.is_final()) - self.luck

    def turn_cube(self) -> float:
        """Have the side on roll decide whether to double, and the other one answer.

        If that ends the game, it `is_ended`; returns its equity then.
        """
        if self.owner != NOBODY and self.owner != self.side:
            return 0.0
        self.look(0)
        efficiency = self.efficiency_of(self.evaluator.features)
        if self.side == 0:
            return self.offer(self.first, efficiency)
        equity = self.offer(self.second, efficiency)
        return self.whole - equity

    def offer(self, offers: Offers, efficiency: float) -> float:
        """Let the side on roll decide, whose offers these are; return its equity if that ends the game."""
        self.place(offers, efficiency)
        if not offers.doubles():
            return 0.0
        count = offers.settle()
        if offers.is_dropped:
            self.is_ended = True
            return offers.dropped(count)
        self.level += count
        self.owner = 1 - self.side
        self.set_prices()
        return 0.0

    def place(self, offers: Offers, efficiency: float) -> None:
        """Give the offers of the side on roll its chances, the evaluator's outputs, and the cube."""
        o = self.evaluator.o
        if self.without_mars:
            offers.cubes.load(o[0], o[2], 0.0, o[4], 0.0, 0.0)
        else:
            offers.cubes.load(o[0], o[1], o[2], o[3], o[4], 0.0)
        owner = NOBODY if self.owner == NOBODY else ME if self.owner == self.side else OTHER
        offers.place(efficiency, self.level, owner)

    def look(self, at: int) -> None:
        """Evaluate board `at` of the stack, seen by the side on roll; the outputs are left in `o`."""
        lay_view(self.evaluator, at)
        self.evaluator.evaluate()

    def look_at_result(self, at: int) -> None:
        """The same of the result of the turn that was just played."""
        if not self.evaluator.seen:
            self.look(at)
            return
        lay_view(self.evaluator, at)
        self.evaluator.features.count()
        for k in range(5):
            self.evaluator.o[k] = self.evaluator.best[k]

    def is_final(self) -> bool:
        """Return whether the view that was counted is over, or starts again."""
        return (
            self.evaluator.features.rear[0] == 0
            or self.evaluator.features.rear[1] == 0
            or self.evaluator.locked()
        )

    def efficiency_of(self, features: Features) -> float:
        """The efficiency of the cube in the view that was counted."""
        if not self.races:
            return self.contact
        if features.parallel:
            if features.rear[0] > HALF or features.rear[1] > HALF:
                return self.contact
        elif features.rear[0] + features.rear[1] >= 25:
            return self.contact
        return of_race(
            features.pips[0],
            features.side_size - features.off[0],
            features.pips[1],
            features.side_size - features.off[1],
        )

    def worth(self, is_final: bool) -> float:
        """The equity of the outputs of the side on roll, which may double; if final, as the cube lies."""
        efficiency = 0.0 if is_final else self.efficiency_of(self.evaluator.features)
        if self.side == 0:
            return self.worth_to_roller(self.first, efficiency, is_final)
        equity = self.worth_to_roller(self.second, efficiency, is_final)
        return self.whole - equity

    def worth_to_roller(self, offers: Offers, efficiency: float, is_final: bool) -> float:
        """The same for the side on roll, whose offers these are."""
        self.place(offers, efficiency)
        if is_final or (self.owner != NOBODY and self.owner != self.side) or not offers.doubles():
            return offers.playing()
        return offers.offered(1)

    def add_luck(self, d1: int, d2: int) -> None:
        """Add the luck of a roll (d1 >= d2) from the board at 0."""
        self.evaluator.wide = False  # as in `tables.luck`
        self.evaluator.viewer = 1 - self.side
        roller = self.side
        mean = 0.0
        rolled = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                copy(self.evaluator, 0, 2)
                if play(self.evaluator, 2, high, low):
                    self.side = 1 - roller
                    self.look_at_result(2)
                else:
                    self.look(2)
                equity = self.worth(self.is_final())
                self.side = roller
                mean += equity * (1.0 / 36.0 if high == low else 2.0 / 36.0)
                if high == d1 and low == d2:
                    rolled = equity
        self.luck += rolled - mean

    def set_prices(self) -> None:
        """Have turns chosen by what wins and losses are worth to each side with the cube as it lies."""
        self.set_prices_of(self.first.cubes, 0)
        self.set_prices_of(self.second.cubes, 1)

    def set_prices_of(self, cubes: Cubes, side: int) -> None:
        """The same of one side; what the game is worth to both together is divided among them."""
        prices = self.evaluator.prices
        level = min(self.level, cubes.count - 1)
        single = cubes.jacoby and self.owner == NOBODY
        for k in range(3):
            place = k - 1 if self.without_mars and k > 0 else k
            win = cubes.plus[level] if single else cubes.win_equities[3 * level + place]
            loss = cubes.minus[level] if single else cubes.loss_equities[3 * level + place]
            prices[side * 6 + k] = win - self.whole / 2.0
            prices[side * 6 + 3 + k] = loss - self.whole / 2.0
