"""Two programs against each other, without a match around the game."""

import random
from collections.abc import Callable

from zaria.games.protocols import DiceGame, Position
from zaria.games.turn import Turn

Chooser = Callable[[Position], Turn]


def at_random(chance: random.Random) -> Chooser:
    """A player that takes any legal turn."""
    return lambda position: chance.choice(position.turns())


def winner(game: DiceGame, players: tuple[Chooser, Chooser], chance: random.Random) -> int | None:
    """The side that wins a game between `players`, None for a draw."""
    position = game.start(chance.randrange(2))
    while True:
        if position.duty is None:
            position = position.rolled((chance.randint(1, 6), chance.randint(1, 6)))
        turn = players[position.turn](position) if position.turns() else Turn()
        position = position.play(turn)
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner
        if position.locked():
            position = game.start(chance.randrange(2))
