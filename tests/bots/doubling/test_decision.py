"""The cube against what is known of it, and what must hold for all chances."""

from bisect import bisect_left
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.bots.cube_strategies import chances, stakes
from tests.support.search_budget import times
from zaria.bots.doubling import Stake, decide
from zaria.bots.probabilities import OutcomeProbabilities

RACE = Stake(points=(1,))
MONEY = Stake()
LIVE, DEAD, USUAL = 1.0, 0.0, 0.68


def take_point(stake: Stake, efficiency: float) -> float:
    """The least chance of the other side with which it takes, to the thousandth."""
    return (
        bisect_left(
            range(1001),
            True,
            key=lambda n: decide(OutcomeProbabilities(1 - n / 1000), stake, efficiency).take,
        )
        / 1000
    )


def doubling_point(stake: Stake, efficiency: float) -> float:
    return (
        bisect_left(
            range(800), True, key=lambda n: decide(OutcomeProbabilities(n / 1000), stake, efficiency).double
        )
        / 1000
    )


@pytest.mark.parametrize(
    ("stake", "efficiency", "point"),
    [
        (RACE, DEAD, 0.250),
        (RACE, LIVE, 0.200),
        (RACE, USUAL, 1 / (4 + USUAL)),
        (Stake(64 // 2, is_owner=True, points=(1,)), USUAL, 0.25),  # the last cube cannot be turned again
        (Stake(64 // 4, is_owner=True, points=(1,)), LIVE, 0.25 * 0.75),
        (Stake(points=(1,), raises="add"), DEAD, 0.25),
        (Stake(2, is_owner=True, points=(1,), raises="add"), DEAD, 1 / 6),
    ],
)
def test_take_points(stake: Stake, efficiency: float, point: float) -> None:
    assert take_point(stake, efficiency) == pytest.approx(point, abs=0.0015)


@pytest.mark.parametrize(
    ("stake", "efficiency", "point"),
    [
        (Stake(away=(2, 2)), USUAL, 0.3226),  # what is left at 2-away, 1-away, Crawford
        (Stake(away=(3, 3)), DEAD, (0.4005 - 0.2492) / (0.7508 - 0.2492)),
        (Stake(2, is_owner=True, away=(4, 4)), USUAL, 0.3313),
        (Stake(2, is_owner=True, away=(5, 3)), USUAL, (0.5 - 0.2492) / (1 - 0.2492)),
        (Stake(away=(7, 2)), DEAD, (0.7994 - 0.7436) / (1 - 0.7436)),
    ],
)
def test_take_points_of_matches(stake: Stake, efficiency: float, point: float) -> None:
    """By the published table, where the cube cannot be turned again."""
    assert take_point(stake, efficiency) == pytest.approx(point, abs=0.01)


@pytest.mark.parametrize(
    ("stake", "efficiency", "point"),
    [
        (RACE, DEAD, 0.501),  # the last roll: whoever is ahead doubles
        (RACE, LIVE, 0.800),
        (RACE, USUAL, 0.693),
        (Stake(2, is_owner=True, points=(1,)), DEAD, 0.501),
        (
            Stake(2, is_owner=True, points=(1,)),
            USUAL,
            0.721,
        ),  # the cube that is given away is worth something
        (Stake(away=(2, 2)), USUAL, 0.5),
        (Stake(away=(2, 1), after=True), USUAL, 0.001),
        (Stake(away=(5, 1), after=True), USUAL, 0.001),
    ],
)
def test_doubling_points(stake: Stake, efficiency: float, point: float) -> None:
    assert doubling_point(stake, efficiency) == pytest.approx(point, abs=0.01)


def test_janowskis_formula_for_the_take_point_with_gammons() -> None:
    """(L - 0.5) / (W + L + x / 2), for whoever is doubled."""
    for won, lost in ((0.2, 0.1), (0.1, 0.5), (0.4, 0.4)):
        for efficiency in (DEAD, 0.5, USUAL, LIVE):
            point = (1 + lost - 0.5) / (1 + won + 1 + lost + efficiency / 2)
            for off, takes in ((-0.002, False), (0.002, True)):
                win = point + off
                opponent_chances = OutcomeProbabilities(win, win * won, 0.0, (1 - win) * lost)
                assert decide(opponent_chances.flipped(), MONEY, efficiency).take is takes


def test_too_good_to_double() -> None:
    decision = decide(OutcomeProbabilities(0.95, 0.6), MONEY)
    assert decision.action == "too_good"
    assert decision.no_double > decision.double_drop == 1.0


@pytest.mark.parametrize(
    "stake", [Stake(cube=False), Stake(64, is_owner=True), Stake(away=(3, 1), cube=False)]
)
def test_nobody_is_too_good_for_a_double_that_cannot_be(stake: Stake) -> None:
    decision = decide(OutcomeProbabilities(0.95, 0.6), stake)
    assert (decision.possible, decision.double, decision.action) == (False, False, "no_double")


def test_by_the_jacoby_rule_nobody_is_too_good_before_the_cube_was_turned() -> None:
    strong = OutcomeProbabilities(0.95, 0.6)
    assert decide(strong, Stake(jacoby=True)).action == "double_drop"
    assert decide(strong, Stake(2, is_owner=True, jacoby=True)).action == "too_good"


def test_by_the_jacoby_rule_one_doubles_earlier_where_there_are_gammons() -> None:
    lively = OutcomeProbabilities(0.6, 0.2, 0.0, 0.05)
    assert decide(lively, MONEY).action == "no_double"
    assert decide(lively, Stake(jacoby=True)).action == "double_take"
    assert decide(OutcomeProbabilities(0.62), RACE) == decide(
        OutcomeProbabilities(0.62), Stake(points=(1,), jacoby=True)
    )


def test_the_underdogs_double_is_beavered_and_the_favourites_beaver_raccooned() -> None:
    stake = Stake(beaver=True, raccoon=True)
    assert decide(OutcomeProbabilities(0.42), stake).beaver
    assert not decide(OutcomeProbabilities(0.60), stake).beaver
    assert not decide(OutcomeProbabilities(0.42), stake).raccoon
    assert decide(OutcomeProbabilities(0.70), stake).raccoon
    assert decide(OutcomeProbabilities(0.42), Stake()).double_beaver is None
    assert not decide(
        OutcomeProbabilities(0.42), Stake(32, is_owner=True, beaver=True)
    ).beaver  # no cube beyond 64


def test_a_beaver_costs_the_doubler_as_much_again() -> None:
    decision = decide(OutcomeProbabilities(0.42), Stake(points=(1,), beaver=True), DEAD)
    assert decision.double_take == pytest.approx(2 * (2 * 0.42 - 1))
    assert decision.double_beaver == pytest.approx(4 * (2 * 0.42 - 1))


def test_a_beaver_may_be_dropped_for_the_doubled_value() -> None:
    assert decide(
        OutcomeProbabilities(0.02), Stake(points=(1,), beaver=True), DEAD
    ).double_beaver == pytest.approx(-2.0)


def test_after_the_crawford_game_the_leader_drops_once_for_nothing() -> None:
    """With an even number to go one point less costs no game."""
    even, odd = Stake(away=(2, 1), after=True), Stake(away=(3, 1), after=True)
    worse = OutcomeProbabilities(0.53, 0.14, 0.01, 0.12, 0.01)
    assert decide(worse, even).action == "double_drop"
    assert decide(worse, odd).action == "double_take"
    assert decide(OutcomeProbabilities(0.47, 0.13), even).action == "double_take"


def test_a_cube_that_decides_the_match_is_not_turned() -> None:
    strong = OutcomeProbabilities(0.8, 0.3)
    assert decide(strong, Stake(2, is_owner=True, away=(2, 5))).action == "no_double"
    assert not decide(strong, Stake(away=(1, 5), after=True)).double
    decision = decide(OutcomeProbabilities(0.6), Stake(4, is_owner=True, points=(1,), away=(3, 3)))
    assert decision.no_double == pytest.approx(0.2)


def test_at_two_away_each_the_first_to_be_ahead_doubles() -> None:
    assert decide(OutcomeProbabilities(0.55, 0.15, 0.0, 0.1), Stake(away=(2, 2))).action == "double_take"


def test_the_cube_is_worth_nothing_beyond_the_most_that_can_be_won() -> None:
    decision = decide(OutcomeProbabilities(0.7, 0.2), Stake(most=1.0))
    assert decision.action == "no_double"
    assert decision.no_double == decision.double_take == pytest.approx(0.4)
    assert not decide(OutcomeProbabilities(0.9, 0.2), Stake(4, is_owner=True, most=4.0)).double
    assert take_point(Stake(most=1.0), USUAL) == 0.0


def test_a_cap_makes_the_next_cube_dead() -> None:
    assert take_point(Stake(points=(1,), most=2.0), USUAL) == pytest.approx(0.25, abs=0.001)
    assert take_point(Stake(points=(1,), most=1.5), DEAD) == pytest.approx(0.5 / 3, abs=0.001)


def test_the_higher_the_cube_by_one_the_wider_the_take() -> None:
    points = [take_point(Stake(n, is_owner=True, points=(1,), raises="add"), DEAD) for n in (1, 2, 4, 10)]
    assert all(point > next_point for point, next_point in pairwise(points))


def test_draws_leave_their_part_of_the_game_alone() -> None:
    assert (
        decide(OutcomeProbabilities(0.5, draw=0.2), RACE).no_double
        > decide(OutcomeProbabilities(0.4), RACE).no_double
    )
    assert decide(OutcomeProbabilities(0.4, draw=0.2), RACE).no_double == pytest.approx(0)
    assert decide(OutcomeProbabilities(0.0, draw=1.0), RACE).double_take == pytest.approx(0)


def test_after_draws_both_may_need_nothing_and_the_next_win_decides() -> None:
    decision = decide(OutcomeProbabilities(0.7, 0.2, draw=0.1), Stake(away=(0, 0), after=True))
    assert decision.action == "no_double"
    assert decision.no_double == decision.double_take == pytest.approx(0.7 - 0.2)


@settings(max_examples=times(50))
@given(chances(), stakes(), st.floats(0, 1))
def test_what_is_said_of_a_decision_agrees_with_its_equities(
    some: OutcomeProbabilities, stake: Stake, efficiency: float
) -> None:
    decision = decide(some, stake, efficiency)
    lost, won = stake.scaled(stake.equity_of(-64 * 4)), stake.scaled(stake.equity_of(64 * 4))
    assert decision.double_drop == pytest.approx(1)
    assert lost - 1e-6 <= decision.no_double <= won + 1e-6
    assert decision.best >= max(decision.no_double, decision.doubled)
    assert decision.doubled <= min(decision.double_take, decision.double_drop)
    assert not (decision.double and decision.doubled < decision.no_double - 1e-6)
    assert decision.take or decision.double_take > decision.double_drop
    assert decision.unit > 0


@settings(max_examples=times(50))
@given(chances(), st.floats(0.01, 0.2), stakes(), st.floats(0, 1))
def test_better_chances_are_never_worth_less(
    some: OutcomeProbabilities, more: float, stake: Stake, efficiency: float
) -> None:
    """The share of gammons being the same."""
    assume(some.win + more < 1 and some.win > 0.01)
    better, worse = (some.win + more) / some.win, (some.lose - more) / some.lose
    luckier = OutcomeProbabilities(
        some.win * better,
        some.win2 * better,
        some.win3 * better,
        some.lose2 * worse,
        some.lose3 * worse,
    )
    before, after = decide(some, stake, efficiency), decide(luckier, stake, efficiency)
    assert after.no_double >= before.no_double - 1e-6
    assert after.double_take >= before.double_take - 1e-6


@settings(max_examples=times(50))
@given(chances(), stakes())
def test_what_playing_on_is_worth_is_the_same_from_both_sides(
    some: OutcomeProbabilities, stake: Stake
) -> None:
    assume(stake.is_owner is None)
    turned = stake if stake.away is None else _turned(stake)
    assert decide(some, stake).no_double == pytest.approx(-decide(some.flipped(), turned).no_double, abs=1e-6)


def _turned(stake: Stake) -> Stake:
    assert stake.away is not None
    fields = {name: getattr(stake, name) for name in stake.__struct_fields__}
    return Stake(**{**fields, "away": stake.away[::-1]})


def test_more_than_64_points_to_go_are_as_64() -> None:
    """A table of 999 points would take minutes."""
    far, near = Stake(away=(999, 998)), Stake(away=(64, 64))
    assert decide(OutcomeProbabilities(0.7, 0.2), far) == decide(OutcomeProbabilities(0.7, 0.2), near)
    assert Stake(away=(999, 2)).equity_of(1) == Stake(away=(64, 2)).equity_of(1)
