"""GNU Backgammon and we find the same plays in the games of hitting, and write positions alike.

Its package is asked, never part of the product.
"""

from random import Random
from types import ModuleType

import pytest

from tests.support.requirements import missing
from tests.support.search_budget import times
from tests.support.strategies import random_roll
from zaria import games
from zaria.games.dice import ROLLS, Roll
from zaria.games.tables import position_ids
from zaria.games.tables.position import Position
from zaria.games.turn import Turn

try:
    import gnubg
except ImportError:
    gnubg = None

HIT = (
    "tabla",
    "antitabla",
    "tabla-bg",
    "tavla",
    "short-nardy-5s",
    "backgammon",
    "nackgammon",
    "longgammon",
    "hypergammon",
)
"""Not short nardy: there a checker that hits in the home may not be borne off."""
PAIRS = times(1_200)
"""Positions and rolls asked about in each game: six thousand in all."""

Checkers = tuple[int, ...]


def oracle() -> ModuleType:
    if gnubg is None:
        missing("gnubg", "the gnubg package is made for x86-64 Linux and Python before 3.14")
    module: ModuleType = gnubg
    return module


def begun(game: str) -> Position:
    """The start of a game of the tables family."""
    start = games.dice_game(game).start()
    assert isinstance(start, Position)
    return start


def sides(position: Position) -> tuple[Checkers, Checkers]:
    """Both sides' checkers on 1 to 25, the one on roll first."""
    return position.counts(position.turn)[1:], position.counts(1 - position.turn)[1:]


def turns_of_gnubg(position: Position, roll: Roll) -> tuple[list[tuple[Checkers, Checkers]], int]:
    """Results of gnubg's plays that bear nothing off, and the number of others.

    The package tells a play as from, to, from, to …, but breaks off where a checker goes off.
    """
    checkers, opponent_checkers = sides(position)
    plain = oracle().evalcontext(0, 0, 1, 0, 0.0)
    plays = oracle().findbestmoves((opponent_checkers, checkers), oracle().cubeinfo(), plain, roll)
    whole = [play["move"] for play in plays if len(play["move"]) % 2 == 0]
    return sorted(_moved(checkers, opponent_checkers, move) for move in whole), len(plays) - len(whole)


def _moved(checkers: Checkers, opponent_checkers: Checkers, move: Checkers) -> tuple[Checkers, Checkers]:
    own_points, opponent_points = [0, *checkers], [0, *opponent_checkers]
    for src, dst in zip(move[::2], move[1::2], strict=True):
        own_points[src] -= 1
        own_points[dst] += 1
        if dst and opponent_points[25 - dst]:
            assert opponent_points[25 - dst] == 1
            opponent_points[25 - dst] = 0
            opponent_points[25] += 1
    return tuple(own_points[1:]), tuple(opponent_points[1:])


def turns_of_kernel(position: Position, roll: Roll) -> tuple[list[tuple[Checkers, Checkers]], int]:
    """The same of our turns."""
    side = position.turn
    ends = [(after.counts(side), after.counts(1 - side)[1:]) for after in position.results(roll)]
    off = position.counts(side)[0]
    staying = [
        (checkers[1:], opponent_checkers) for checkers, opponent_checkers in ends if checkers[0] == off
    ]
    return sorted(staying), len(ends) - len(staying)


@pytest.mark.parametrize("game", HIT)
def test_plays_are_those_of_gnubg(game: str) -> None:
    random = Random(game)
    position = begun(game)
    compared: set[tuple[Position, Roll]] = set()
    while len(compared) < PAIRS:
        for roll in ROLLS:
            if (position, roll) not in compared:
                compared.add((position, roll))
                assert turns_of_kernel(position, roll) == turns_of_gnubg(position, roll), (
                    position.to_text(),
                    roll,
                )
        roll = random_roll(random)
        position = random.choice(position.results(roll) or [position.rolled(roll).play(Turn())])
        if position.outcome():
            position = begun(game)


def test_positions_are_written_as_gnubg_writes_them() -> None:
    random = Random("written")
    position = begun("backgammon")
    for _ in range(400):
        checkers, opponent_checkers = sides(position)
        name = position_ids.gnubg_id(position.counts(position.turn), position.counts(1 - position.turn))
        assert name == oracle().positionid((opponent_checkers, checkers))
        assert tuple(map(tuple, oracle().positionfromid(name))) == (opponent_checkers, checkers)
        roll = random_roll(random)
        position = random.choice(position.results(roll) or [position.rolled(roll).play(Turn())])
        if position.outcome():
            position = begun("backgammon")
