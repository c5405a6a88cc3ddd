"""Searches of some plies: what a ply adds, and which turns are looked at more deeply."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from zaria import games
from zaria.bots.probabilities import mean
from zaria.bots.tables.engine import FILTERS, MOST_PLIES, Engine
from zaria.games.dice import ROLL_CHANCES

BACKGAMMON = games.dice_game("backgammon")
NET = Path(__file__).parents[2] / "data" / "nets" / "version-2.net"
"""A net without a pruning net: all results of a roll are evaluated."""


@cache
def engine() -> Engine:
    return Engine(BACKGAMMON, NET)


@pytest.mark.parametrize("ply", range(1, MOST_PLIES + 1))
def test_a_ply_is_the_mean_over_the_rolls_of_the_ply_before(ply: int) -> None:
    contact = BACKGAMMON.parse("X=18:1,2:1,off:13;O=9:1,3:1,off:13")
    after_rolls = []
    for roll, share in ROLL_CHANCES:
        due = contact.rolled(roll)
        after = due.play(engine().ranked(due, 0, 1)[0].turn)
        after_rolls.append((share, engine().evaluate(after, ply - 1).flipped()))
    expected = mean(after_rolls).equity(BACKGAMMON.classes)
    looked_up = engine().evaluate(contact, ply).equity(BACKGAMMON.classes)
    assert looked_up == pytest.approx(expected, abs=1e-5)
    assert abs(looked_up - engine().evaluate(contact, ply - 1).equity(BACKGAMMON.classes)) > 1e-4


def test_more_plies_than_there_are_count_as_the_most() -> None:
    ending = BACKGAMMON.parse("X=8:1,2:1,off:13;O=2:1,off:14")
    assert engine().evaluate(ending, MOST_PLIES + 1) == engine().evaluate(ending, MOST_PLIES)


def test_ever_fewer_turns_are_looked_at_ever_more_deeply() -> None:
    contact = BACKGAMMON.parse("X=18:2,20:1,6:1,off:11;O=10:2,12:1,off:12").rolled((3, 1))
    candidates = engine().ranked(contact, MOST_PLIES)
    plies = [candidate.ply for candidate in candidates]
    assert plies == sorted(plies, reverse=True)
    for ply, (most, _) in enumerate(FILTERS, 1):
        assert 1 <= sum(depth >= ply for depth in plies) <= most
    assert all(
        first.equity >= second.equity for first, second in pairwise(candidates) if first.ply == second.ply
    )
