"""Two programs against each other, without a match around the game."""

import random
from collections.abc import Callable

from zaria.games.game import Roll
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn

Chooser = Callable[[Position, Roll], Turn]


def at_random(chance: random.Random) -> Chooser:
    """A player that takes any legal turn."""
    return lambda position, roll: chance.choice(position.turns(roll))


def winner(game: TablesGame, players: tuple[Chooser, Chooser], chance: random.Random) -> int:
    """The side that wins a game between `players`."""
    position = game.start(chance.randrange(2))
    while True:
        roll = chance.randint(1, 6), chance.randint(1, 6)
        turn = players[position.turn](position, roll) if position.turns(roll) else Turn()
        position = position.play(turn)
        outcome = position.outcome()
        if outcome is not None:
            return outcome.winner
        if position.locked():
            position = game.start(chance.randrange(2))
