"""The points that a player gives away a game, by our engine: an opponent without errors wins them.

Of two players one wins from the other what that one gives away, less what it gives away itself; so where the
mean is below a goal, nobody reaches the goal against this opponent. It is our engine that judges:
what its net does not know it does not see.
"""

import time
from collections.abc import Callable

from zaria.games.protocols import DiceGame, Position

from .games import LONGEST, Dice, Mean
from .players import Ours, Player


def given_away(
    rules: DiceGame,
    ours: Ours,
    opponent: Player,
    games: int,
    minutes: float,
    seed: int = 0,
    progress: Callable[[Mean], None] = lambda mean: None,
) -> Mean:
    """Points a game that the opponent gives away, seen as deep as ours looks, over so many games.

    They start by turns; `progress` is called after every game. At most so many minutes, at least two games.
    """
    mean, began = Mean(), time.monotonic()
    while mean.count < games and (mean.count < 2 or time.monotonic() - began < minutes * 60):
        mean.add(_game(rules, ours, opponent, mean.count % 2, Dice(seed, mean.count)))
        progress(mean)
    return mean


def _game(rules: DiceGame, ours: Ours, opponent: Player, side: int, dice: Dice) -> float:
    """Return what the opponent, who plays this side, gives away in one game."""
    position, opening, lost = rules.start(0), rules.opening == "play", 0.0
    for _ in range(LONGEST):
        if position.outcome() is not None:
            break
        if position.locked():
            position, opening = rules.start(0), rules.opening == "play"
        if position.duty is None:
            position, opening = position.rolled(dice.roll(opening)), False
        if position.turn != side:
            position = ours.play(position)
            continue
        after = opponent.play(position)
        if len(position.turns()) > 1:
            best = ours.engine.ranked(position, ours.ply, 1)[0].equity
            lost += max(0.0, best - _worth(position, after, ours))
        position = after
    return lost


def _worth(before: Position, after: Position, ours: Ours) -> float:
    """The equity of having played to `after`, for the side that played."""
    chances = ours.engine.evaluate(after, ours.ply)
    return (chances if after.turn == before.turn else chances.flipped()).equity(ours.engine.game.classes)
