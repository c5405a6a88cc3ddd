"""Whole games by chance in the games of the Greek evening and moultezim, beside the slow reference."""

from random import Random

import pytest

from tests.games.reference import state
from tests.games.test_against_reference import compare_ends, met
from tests.support.strategies import random_roll
from zaria import games
from zaria.games.tables.game import TablesGame

GAMES = ("portes", "plakoto", "fevga", "moultezim")
LONGEST = 1000
"""Rolls after which a game is left: nobody need be able to move."""


def play(name: str, seed: int) -> None:
    """Play a game at random; about every twentieth roll, and the end, are compared with the reference."""
    game, random, begun = games.dice_game(name), Random(f"{name} {seed}"), state.begin(name)
    assert isinstance(game, TablesGame)
    position = game.start(seed % 2)
    for _ in range(LONGEST):
        roll = random_roll(random)
        ready = position.rolled(roll)
        if random.random() < 0.05:
            compare_ends(ready, met(position, begun).rolled(roll))
        position = random.choice(ready.results() or [ready.play(ready.complete(()))])
        ended, result = position.outcome(), met(position, begun).result()
        assert (ended and (ended.winner, ended.points, ended.kind)) == result
        if ended:
            return


@pytest.mark.parametrize("name", GAMES)
def test_random_games(name: str) -> None:
    for seed in range(20):
        play(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_two_thousand_random_games(name: str) -> None:
    for seed in range(2000):
        play(name, seed)
