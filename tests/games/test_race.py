"""Races: when the sides can no longer stand in each other's way, and what follows from it."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from tests.support.strategies import VARIANTS, onward, played, random_roll, scattered
from zaria import games
from zaria.games.tables.board import across
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position

LATE = 120
"""Stages of chance after which the sides of most games have passed each other."""
IDS = sorted({variant.id for variant in VARIANTS})
seeds = st.integers(0, 2**32)


def reached(name: str, seed: int) -> Position:
    """A position of a game on any terms, in play or made up, nothing due."""
    random = Random(seed)
    game = random.choice([variant for variant in VARIANTS if variant.id == name])
    return scattered(game, seed) if random.random() < 0.5 else played(game, seed, random.randint(0, LATE))


def may_meet(position: Position) -> bool:
    """Is there a point on which checkers of both sides stand, or to which they may still come?"""
    ways = [{point for point in range(1, 25) if any(position.counts(side)[point:])} for side in (0, 1)]
    return bool(ways[0] & {across(position.game.options, point) for point in ways[1]})


@pytest.mark.parametrize("name", IDS)
@settings(max_examples=times(60), deadline=None)
@given(seed=seeds)
def test_a_race_is_a_game_whose_ways_have_no_point_in_common(name: str, seed: int) -> None:
    position = reached(name, seed)
    assert position.is_race() == (not may_meet(position))


@pytest.mark.parametrize("name", IDS)
@settings(max_examples=times(30), deadline=None)
@given(seed=seeds)
def test_what_may_be_played_in_a_race_does_not_depend_on_the_opponent(name: str, seed: int) -> None:
    position, random = reached(name, seed), Random(seed)
    if not position.is_race():
        return
    rolled = position.rolled(random_roll(random))
    text = rolled.to_text()
    game = position.game
    assert isinstance(game, TablesGame)
    alone = re.sub(r"O=[^;]*", f"O=1:{game.options.checkers}", text)
    assert game.parse(text).tree_json() == game.parse(alone).tree_json()
    assert rolled.effects_json() is None


@pytest.mark.parametrize("name", games.names())
@settings(max_examples=times(15), deadline=None)
@given(seed=seeds)
def test_a_game_that_is_a_race_stays_one(name: str, seed: int) -> None:
    random, position = Random(seed), games.dice_game(name).start()
    was_race = False
    for _ in range(LATE):
        assert position.is_race() or not was_race
        was_race = position.is_race()
        if position.outcome() or position.locked():
            break
        position = onward(position, random)


@pytest.mark.parametrize(
    ("game", "text", "is_race"),
    [
        ("tabla", "X=14:15;O=12:15", False),
        ("tabla", "X=12:15;O=12:15", True),
        ("tabla", "X=1:15;O=bar:1,1:14", False),
        ("tapa", "X=6:14,22:1^;O=6:14,3:1", False),
        ("long-nardy", "X=6:15;O=13:1,6:14", False),
        ("long-nardy", "X=6:15;O=12:15", True),
        ("indiyka", "X=;O=", True),
    ],
)
def test_the_last_point_at_which_the_sides_meet(game: str, text: str, is_race: bool) -> None:
    rules = games.dice_game(game)
    position = rules.start() if game == "indiyka" else rules.parse(text)
    assert position.is_race() is is_race
