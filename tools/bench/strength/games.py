"""Games between two players on the same dice with sides swapped, and what they tell.

Of a pair of games both have the same dice, so that what one side got by luck in the first game the other gets
in the second. Points are those of the game, without a cube. With `luck` the luck of every roll, as a judge
sees it, is also taken off: the expectation stays, the error shrinks to a third (a tenth among equals).
"""

import argparse
import math
import time
from collections.abc import Callable
from random import Random
from typing import NamedTuple, Protocol

from zaria.games.dice import Roll
from zaria.games.protocols import DiceGame, Position

from .players import Player

LONGEST = 4_000
"""Stages after which a game counts as drawn: nobody was seen to need half as many."""


def above_nought(text: str) -> int:
    """Return how many games are asked for on a command line; raises `argparse.ArgumentTypeError`."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"a number above 0, not {text}")
    return number


class Fortune(Protocol):
    """A judge of the luck of a roll."""

    def of(self, position: Position, roll: Roll, first: bool) -> float:
        """Points beyond the mean of all rolls for `position.turn`, before it plays."""


class Ended(NamedTuple):
    """A game seen by the side that started it: points won, and those left when its luck is taken off."""

    points: int
    earned: float
    stages: int
    is_finished: bool
    """Did it end by the rules?"""


class Mean:
    """A running mean and its standard error."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = self._squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self._sum += value
        self._squares += value * value

    @property
    def value(self) -> float:
        return self._sum / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """Infinite before the second value."""
        if self.count < 2:
            return math.inf
        spread = (self._squares - self._sum**2 / self.count) / (self.count - 1)
        return math.sqrt(max(0.0, spread) / self.count)

    def __str__(self) -> str:
        return f"{self.value:+.4f} ± {self.error:.4f}"


class Tally:
    """Pairs of games seen by the first player: points a game as they fell, and with the luck taken off."""

    def __init__(self) -> None:
        self.points, self.earned = Mean(), Mean()
        self.wins = self.losses = self.doubled = self.suffered = self.broken_off = self.stages = 0
        self.spent = 0.0

    def add(self, first: Ended, second: Ended) -> None:
        """A pair; in the second game the first player was the side that did not start."""
        for points, game in ((first.points, first), (-second.points, second)):
            self.wins += points > 0
            self.losses += points < 0
            self.doubled += points > 1
            self.suffered += points < -1
            self.broken_off += not game.is_finished
            self.stages += game.stages
        self.points.add((first.points - second.points) / 2)
        self.earned.add((first.earned - second.earned) / 2)

    @property
    def games(self) -> int:
        return 2 * self.points.count

    def __str__(self) -> str:
        share = self.wins / max(1, self.wins + self.losses)
        kinds = f"{100 * share:.1f} % won, {self.doubled} for more than a point, {self.suffered} so lost"
        odd = f", {self.broken_off} broken off" if self.broken_off else ""
        return f"{self.games} games: {self.points} points a game ({kinds}{odd})"


class Dice:
    """The rolls of one pair of games."""

    def __init__(self, seed: int, pair: int) -> None:
        self._chance = Random(f"{seed}:{pair}")

    def roll(self, opening: bool) -> Roll:
        """The next roll, in an opening roll two different dice."""
        while True:
            roll = self._chance.randint(1, 6), self._chance.randint(1, 6)
            if not opening or roll[0] != roll[1]:
                return roll


def game(
    rules: DiceGame, starter: Player, opponent: Player, dice: Dice, luck: Fortune | None = None
) -> Ended:
    """One game."""
    sides = (starter, opponent)
    position = rules.start(0)
    opening, fortune = rules.opening == "play", 0.0
    for stage in range(LONGEST):
        ended = position.outcome()
        if ended is not None:
            points = 0 if ended.winner is None else ended.points if ended.winner == 0 else -ended.points
            return Ended(points, points - fortune, stage, True)
        if position.locked():
            position, opening = rules.start(0), rules.opening == "play"
        if position.duty is None:
            roll = dice.roll(opening)
            if luck is not None:
                fortune += luck.of(position, roll, opening) * (1 if position.turn == 0 else -1)
            position, opening = position.rolled(roll), False
        position = sides[position.turn].play(position)
    return Ended(0, -fortune, LONGEST, False)


def series(
    rules: DiceGame,
    ours: Player,
    opponent: Player,
    games: int,
    minutes: float,
    seed: int = 0,
    luck: Fortune | None = None,
    progress: Callable[[Tally], None] | None = None,
) -> Tally:
    """Pairs of games until there are so many or the time is over; `progress` is called after every pair."""
    tally, began = Tally(), time.monotonic()
    while tally.games < games and (tally.games < 4 or time.monotonic() - began < minutes * 60):
        pair = seed, tally.games // 2
        tally.add(
            game(rules, ours, opponent, Dice(*pair), luck), game(rules, opponent, ours, Dice(*pair), luck)
        )
        tally.spent = time.monotonic() - began
        if progress is not None:
            progress(tally)
    return tally
