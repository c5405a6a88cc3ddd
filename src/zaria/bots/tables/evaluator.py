"""Evaluation of tables positions: one source, compiled by Cython or run as it is.

An `EvaluatorKernel` is one thread's scratch pad for one game. It gives a view (see `features`) five chances
(`net`) and the equity that follows from them, in points per game. Positions are divided by phase, each of
which has a net of its own: over; a race; or in contact, by which sides still have checkers in their start
quarter. How rolls are played by these evaluations stands in `playing`.
"""

from typing import NamedTuple

import cython

from zaria.bots.tables.bearoff import BearOff
from zaria.bots.tables.features import Features
from zaria.bots.tables.net import Net, whole, zeros
from zaria.bots.tables.pruning import PruningNet
from zaria.games.tables.kernel.kernel import Kernel
from zaria.games.tables.kernel.rules import KernelRules

if not cython.compiled:
    from zaria.bots.tables.slots import OVER, RACE
    from zaria.games.tables.board import HOME, PINNED
    from zaria.games.tables.kernel.constants import MOTHERS_WIN


ROWS = 4096
BOARDS = 64
TABLA = 0
TABLA12 = 1
TAPA = 2
GULBARA = 3
NARDY = 4
FIVESTARS = 5


class EvaluatorRules(NamedTuple):
    """The rules that the evaluator needs beside those of the kernel, as numbers.

    * ladder: the moves of each stage of a ladder, 0 where a doublet is four moves;
    * rest, scoring: the place of the option among its choices;
    * again, misere: is it agreed?
    """

    ladder: int = 0
    rest: int = 0
    again: int = 0
    scoring: int = 0
    misere: int = 0


class EvaluatorKernel:
    """Evaluates the positions of one game; see `set_rules`.

    While it is `wide` a roll's ladder is climbed with its end in view (`playing.BEAM`), which takes several
    times as long; `noise` (points) misleads it about its turns. It is `wanting` once it has evaluated a race
    at home without the table. While it is `priced`, `prices` say what wins and losses of each class are worth
    to each side, in place of points; `viewer` is the side that sees what is evaluated.
    """

    def __init__(self) -> None:
        self.kernel = Kernel()
        self.features = Features()
        self.aside = whole(26)
        self.o = zeros(5)
        self.best = zeros(5)
        self.seen = False
        self.sum = zeros(40)
        self.points = zeros(3)
        self.evals = 0
        self.noise = 0.0
        self.seed = 1
        self.done = False
        self.used = 0
        self.tabled = False
        self.wanting = False
        self.prunes = False
        self.wide = False
        self.priced = False
        self.prices = zeros(12)
        self.viewer = 0
        self.rows = 0
        self.judged = 0
        if not cython.compiled:
            self.stack = whole(26 * BOARDS)
            self.worth = zeros(ROWS)
        self.set_rules(KernelRules(), EvaluatorRules(), (1.0, 2.0, 3.0))

    def set_rules(self, rules: KernelRules, more: EvaluatorRules, points: tuple[float, float, float]) -> None:
        """Take the rules of the kernel, what else matters here, and the points of the three classes."""
        self.kernel.set_rules(rules)
        self.features.set_rules(self.kernel, more.ladder)
        self.hits = rules.limit < 0 and not rules.pin
        self.ladder = more.ladder
        self.rest = more.rest
        self.again = more.again
        self.scoring = more.scoring
        self.misere = more.misere
        for k in range(3):
            self.points[k] = points[k]

    def set_net(self, net: Net) -> None:
        """Take the nets of all phases."""
        self.net = net
        self.net.forget()

    def set_pruning(self, pruning: PruningNet) -> None:
        """Take the net that picks the results of a roll which are worth evaluating."""
        self.pruning = pruning
        self.prunes = True

    def set_table(self, table: BearOff) -> None:
        """Take the table of bearing off that fits the game's doublets."""
        self.table = table
        self.tabled = not self.misere

    def class_of(self, loser: int) -> int:
        """The class (0 to 2) of a loss as `score.outcome` has it, by what the loser has left."""
        outside = self.features.rear[loser] > HOME
        if self.scoring <= TABLA12:
            if self.features.off[loser] > 0:
                return 0
            return 2 if self.scoring == TABLA and self.features.rear[loser] > 18 else 1
        if self.scoring == NARDY:
            if self.features.off[loser] > 0:
                return 0
            return 1 if outside else 2
        deep = self.features.rear[loser] > (12 if self.scoring == GULBARA else 18)
        if deep:
            return 2
        return 1 if outside else 0

    def settle(self) -> None:
        """The outputs of a view that is over."""
        finisher = 0 if self.features.rear[0] == 0 else 1
        winner = 1 - finisher if self.misere else finisher
        kind = self.class_of(1 - finisher)
        for k in range(5):
            self.o[k] = 0.0
        if winner == 0:
            self.o[0] = 1.0
            self.o[1] = 1.0 if kind > 0 else 0.0
            self.o[2] = 1.0 if kind > 1 else 0.0
        else:
            self.o[3] = 1.0 if kind > 0 else 0.0
            self.o[4] = 1.0 if kind > 1 else 0.0

    def locked(self) -> bool:
        """Do pinned mothers end the game in the view, or start it again?"""
        if self.kernel.mothers == MOTHERS_WIN:
            return self.has_mother() or self.has_lost_mother()
        return self.kernel.mothers != 0 and self.has_mother() and self.has_lost_mother()

    def has_mother(self) -> bool:
        """Is the other side's mother pinned, and no own checker free to move on 24?"""
        return self.features.view[1] >= PINNED and self.features.view[24] <= 0

    def has_lost_mother(self) -> bool:
        """Is the own mother pinned, and no checker of the other side free to move on its 24?"""
        return self.features.view[24] <= -PINNED and self.features.view[1] >= 0

    def lock(self) -> None:
        """The outputs of such a game: a mother wins by the second class, both are worth half a win."""
        won = self.has_mother() and not self.has_lost_mother()
        lost = self.has_lost_mother() and not self.has_mother()
        self.o[0] = 0.5
        if won or lost:
            self.o[0] = 1.0 if won else 0.0
        self.o[1] = 1.0 if won else 0.0
        self.o[2] = 0.0
        self.o[3] = 1.0 if lost else 0.0
        self.o[4] = 0.0

    def evaluate(self) -> float:
        """Judge the view; the outputs are left in `o`. Returns the equity."""
        self.features.count()
        return self.evaluate_counted()

    def evaluate_counted(self) -> float:
        """The same of a view that is counted."""
        self.evals += 1
        phase = self.features.phase_now
        if phase == OVER:
            self.settle()
            return self.equity()
        if self.locked():
            self.lock()
            return self.equity()
        self.ask_net(phase)
        self.correct(phase)
        return self.equity()

    def ask_net(self, phase: int) -> None:
        """Judge by the net of the phase, from where the view differs from the base."""
        self.net.choose(phase)
        if self.net.has_base and not self.net.summed[phase]:
            self.sum_base_up(phase)
        count = self.features.compute(phase)
        if not self.net.has_base:
            self.net.compare_with(self.features.view)
            self.net.sum_up(self.features.off, self.features.dense, count)
        self.net.evaluate(self.features.view, self.features.off, self.features.dense, count, self.o)

    def sum_base_up(self, phase: int) -> None:
        """Sum the net's base up for the phase; the view is put aside meanwhile."""
        for p in range(26):
            self.aside[p] = self.features.view[p]
            self.features.view[p] = self.net.base[p]
        self.features.count()
        count = self.features.compute(phase)
        self.net.sum_up(self.features.off, self.features.dense, count)
        for p in range(26):
            self.features.view[p] = self.aside[p]
        self.features.count()

    def compare_with_board(self) -> None:
        """Have views compared with the board of the kernel, as the other side sees it."""
        for p in range(26):
            self.aside[self.kernel.facing[p]] = -self.kernel.b[p]
        self.net.compare_with(self.aside)

    def correct(self, phase: int) -> None:
        """Put right what is known better: chances that cannot be, and races that are in the table."""
        if phase == RACE and self.features.rear[0] <= HOME and self.features.rear[1] <= HOME:
            if self.tabled:
                self.o[0] = self.table.wins(self.table_number(0), self.table_number(1))
            else:
                self.wanting = True
        lose = 1.0 - self.o[0]
        if self.points[2] == self.points[0]:
            self.o[1] = 0.0
            self.o[3] = 0.0
        if self.points[2] == self.points[1]:
            self.o[2] = 0.0
            self.o[4] = 0.0
        self.bound(0, 1, phase == RACE)
        self.bound(1, 3, phase == RACE)
        self.o[1] = min(self.o[1], self.o[0])
        self.o[2] = min(self.o[2], self.o[1])
        self.o[3] = min(self.o[3], lose)
        self.o[4] = min(self.o[4], self.o[3])

    def bound(self, winner: int, at: int, past: bool) -> None:
        """Remove classes that the loser cannot reach any more, or not that often with the next roll.

        `past`: the sides are past each other.
        """
        loser = winner if self.misere else 1 - winner
        onward = past or not self.hits
        if self.scoring <= TABLA12 or self.scoring == NARDY:
            if self.features.off[loser] > 0:
                self.o[at] = 0.0
                self.o[at + 1] = 0.0
            elif past and self.features.rear[loser] <= HOME:
                if loser == 0 and not self.misere:
                    self.o[at] = min(self.o[at], self.missed())
                self.o[at + 1] = self.o[at] if self.scoring == NARDY else 0.0
            elif past and self.scoring == TABLA and self.features.rear[loser] <= 18:
                self.o[at + 1] = 0.0
        elif onward and self.features.rear[loser] <= HOME:
            self.o[at] = 0.0
            self.o[at + 1] = 0.0
        elif onward and self.features.rear[loser] <= (12 if self.scoring == GULBARA else 18):
            self.o[at + 1] = 0.0

    def missed(self) -> float:
        """In a race, at most how likely the side on roll, all home, bears none off: by no die of the roll."""
        idle = 0
        for die in range(1, HOME + 1):
            if die < self.features.rear[0] and self.features.checkers[die] == 0:
                idle += 1
        return idle * idle / 36.0

    def table_number(self, side: int) -> int:
        """The number of a side's checkers in the table of bearing off."""
        m = side * 26
        return self.table.number(
            self.features.checkers[m + 1],
            self.features.checkers[m + 2],
            self.features.checkers[m + 3],
            self.features.checkers[m + 4],
            self.features.checkers[m + 5],
            self.features.checkers[m + 6],
        )

    def equity(self) -> float:
        """The points that the outputs promise, or what they are worth at the `prices`."""
        if self.priced:
            return self.priced_equity()
        return (
            self.points[0] * (2.0 * self.o[0] - 1.0)
            + (self.points[1] - self.points[0]) * (self.o[1] - self.o[3])
            + (self.points[2] - self.points[1]) * (self.o[2] - self.o[4])
        )

    def priced_equity(self) -> float:
        """The worth of the outputs to the `viewer`, at the prices of its wins and losses."""
        at = self.viewer * 6
        return (
            self.prices[at] * (self.o[0] - self.o[1])
            + self.prices[at + 1] * (self.o[1] - self.o[2])
            + self.prices[at + 2] * self.o[2]
            + self.prices[at + 3] * (1.0 - self.o[0] - self.o[3])
            + self.prices[at + 4] * (self.o[3] - self.o[4])
            + self.prices[at + 5] * self.o[4]
        )
