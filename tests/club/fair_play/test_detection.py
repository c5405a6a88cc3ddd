"""Evidence of an engine in a player's seat: cheats are named, honest players of all strengths are not."""

import os

import pytest

from tests.support import fair_play
from tests.support.fair_play import UNITS
from zaria.club.fair_play.detection import Choices, find_evidence, spread, tolerated

LONG = "ZARIA_PROOF" in os.environ
HONEST, CHEATS = (1000, 100) if LONG else (25, 6)


@pytest.mark.proof
@pytest.mark.parametrize("game", UNITS)
def test_honest_members_of_all_strengths_are_not_named(game: str) -> None:
    found = [fair_play.simulated(game, 0.0, number).named(1) for number in range(HONEST)]
    assert sum(found) <= 1


@pytest.mark.proof
@pytest.mark.parametrize(("share", "least"), [(0.5, 0.5), (1.0, 1.0)])
@pytest.mark.parametrize("game", UNITS)
def test_members_who_let_the_master_decide_are_named(game: str, share: float, least: float) -> None:
    found = [fair_play.simulated(game, share, number).named(1) for number in range(CHEATS)]
    assert sum(found) >= least * CHEATS


def test_decisions_that_show_nothing_are_left_out() -> None:
    forced = Choices((0.0,), 0, 1)
    level = Choices((0.0, 0.0, 0.0), 2, 3)
    assert find_evidence([forced, level] * 50, "points").decisions == 0


def test_blunders_in_every_second_decision_name_nobody() -> None:
    decisions = [Choices((0.0, 0.2, 0.4), number % 2 * 2, 3) for number in range(200)]
    assert not find_evidence(decisions, "points").named(1)


def test_the_share_that_is_tolerated_follows_the_population() -> None:
    assert tolerated([], "points") == tolerated([0.0, 0.0, 0.25, 0.0], "points") == 0.03
    assert tolerated([0.2, 0.2, 0.2, 0.2, 1.0], "points") == pytest.approx(0.2)
    assert spread([1.0, 2.0, 9.0]) == (2.0, pytest.approx(1.4826))
