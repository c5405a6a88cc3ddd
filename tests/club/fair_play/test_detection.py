"""Evidence of an engine in a player's seat: cheats are named, honest players of all strengths are not."""

from random import Random

import pytest

from tests.support import fair_play
from tests.support.by_day import by_day
from tests.support.fair_play import UNITS
from tests.support.search_budget import EFFORT
from zaria.club.fair_play.detection import (
    NOTHING,
    TOLERATED,
    Choices,
    add,
    bound,
    find_evidence,
    spread,
    tally,
    tolerated,
)

HONEST, CHEATS = (1000, 100) if EFFORT > 1 else (25, 6)


@pytest.mark.proof
@pytest.mark.parametrize("game", by_day(("backgammon",), UNITS))
def test_honest_members_of_all_strengths_are_not_named(game: str) -> None:
    alarms = [fair_play.simulated(game, 0.0, number).score >= bound(1) for number in range(HONEST)]
    assert sum(alarms) <= 1


@pytest.mark.proof
@pytest.mark.parametrize(("share", "least"), [(0.5, 0.9), (1.0, 1.0)])
@pytest.mark.parametrize("game", UNITS)
def test_members_who_let_the_master_decide_are_named(game: str, share: float, least: float) -> None:
    alarms = [fair_play.simulated(game, share, number).score >= bound(1) for number in range(CHEATS)]
    assert sum(alarms) >= least * CHEATS


def test_decisions_that_show_nothing_are_left_out() -> None:
    forced = Choices((0.0,), 0, 1)
    level = Choices((0.0, 0.0, 0.0), 2, 3)
    assert tally([forced, level] * 50, "points") == NOTHING


def test_blunders_in_every_second_decision_name_nobody() -> None:
    decisions = [Choices((0.0, 0.2, 0.4), number % 2 * 2, 3) for number in range(200)]
    assert find_evidence(tally(decisions, "points"), TOLERATED["points"]).score < bound(1)


def test_the_share_that_is_tolerated_follows_the_population() -> None:
    assert tolerated([], "points") == tolerated([0.0, 0.0, 0.25, 0.0] * 5, "points") == 0.03
    assert tolerated([0.2, 0.2, 0.2, 0.2, 1.0] * 5, "points") == 0.26
    assert tolerated([0.2] * 10, "points") == 0.03  # they are too few to say what is usual
    median, deviation = spread([1.0, 2.0, 9.0])
    assert median == 2.0
    assert deviation == pytest.approx(1.4826)


def test_tallies_of_matches_add_up_to_that_of_all_decisions() -> None:
    decisions = fair_play.member("backgammon", 0.1, 0.5, 60, Random("sum"))
    parts = add(tally(decisions[:20], "points"), tally(decisions[20:], "points"))
    whole = tally(decisions, "points")
    assert parts.logs == pytest.approx(whole.logs)
    assert parts[:4] == pytest.approx(whole[:4])


def test_a_player_of_several_games_needs_more_evidence() -> None:
    assert bound(0) == bound(1) == pytest.approx(3)
    assert bound(10) == pytest.approx(4)


def test_agreement_with_the_master_is_evidence_beyond_small_losses() -> None:
    """Two members lose the same in close decisions; one of them always as the master does."""
    like, unlike = (
        find_evidence(tally([Choices((0.0, 0.02, 0.05), 1, 8, agrees)] * 60, "chance"), 0.08)
        for agrees in (True, False)
    )
    assert like.score > bound(1) > unlike.score
