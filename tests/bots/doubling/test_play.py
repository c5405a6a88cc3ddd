"""The cube and resignation in matches as they are played."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.bots.cube_strategies import chances
from tests.support.match.dice_matches import Table
from tests.support.search_budget import times
from zaria.bots import doubling
from zaria.bots.doubling.stake import Stake
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match.match import Cube, Match
from zaria.match.stakes import Stakes
from zaria.match.terms import Terms

STRONG = OutcomeProbabilities(0.72, 0.15, 0.01, 0.06)
EVEN = OutcomeProbabilities(0.5, 0.14, 0.01, 0.14, 0.01)
LOST = OutcomeProbabilities(0.02, 0.0, 0.0, 0.6, 0.05)
START = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"


def new_table(
    phase: str = "roll", turn: int = 0, game: str = "tabla", length: int = 7, **terms: object
) -> Table:
    """A match in its first game, side `turn` to roll; other agreements as in `Terms`."""
    agreed = {"cube": True, **terms}
    table = Table(Terms(game, length=length, **agreed))  # type: ignore[arg-type]
    table.place(START, turn, phase=phase, dice=None)
    return table


def test_it_doubles_and_takes_as_the_equities_say() -> None:
    table = new_table()
    assert doubling.doubles(table.match, STRONG)
    assert not doubling.doubles(table.match, EVEN)
    assert doubling.best(table.match, EVEN) == "roll"
    table.do(0, cmd.Double())
    assert doubling.takes(table.match, STRONG)
    assert not doubling.takes(table.match, OutcomeProbabilities(0.85, 0.3))
    assert list(doubling.options(table.match, STRONG)) == ["take", "drop"]


def test_equities_after_the_offer_are_those_before_it_seen_from_the_other_side() -> None:
    table = new_table()
    decision = doubling.decision(table.match, STRONG)
    before = doubling.options(table.match, STRONG)
    table.do(0, cmd.Double())
    after = doubling.options(table.match, STRONG)
    assert doubling.decision(table.match, STRONG) == decision
    assert before == {"roll": decision.no_double, "double": decision.doubled}
    assert after["take"] == pytest.approx(-decision.double_take)
    assert after["drop"] == pytest.approx(-1)


def test_what_a_mistake_costs() -> None:
    table = new_table(length=1)
    weak = OutcomeProbabilities(0.4)
    assert doubling.error(table.match, weak, "roll") == 0
    assert doubling.error(table.match, weak, "double") > 0.3
    table.do(0, cmd.Double())
    assert doubling.error(table.match, weak, "take") == 0
    assert doubling.error(table.match, weak, "drop") > 1
    with pytest.raises(KeyError):
        doubling.error(table.match, weak, "beaver")


def test_a_beaver_and_a_raccoon() -> None:
    table = new_table(length=1, beaver=True, raccoon=True)
    weak = OutcomeProbabilities(0.4)
    assert doubling.doubles(table.match, weak) is False
    table.do(0, cmd.Double())
    assert doubling.beavers(table.match, weak)
    assert doubling.takes(table.match, weak)
    assert not doubling.beavers(table.match, STRONG)
    table.do(1, cmd.Beaver())
    assert not doubling.beavers(table.match, weak)
    assert doubling.takes(table.match, weak)
    assert not doubling.takes(table.match, OutcomeProbabilities(0.05))
    assert doubling.beavers(table.match, STRONG)
    assert doubling.best(table.match, STRONG) == "raccoon"
    table.do(0, cmd.Raccoon())
    assert doubling.takes(table.match, weak)
    assert not doubling.takes(table.match, OutcomeProbabilities(0.95))
    assert not doubling.beavers(table.match, weak)


def test_only_a_beaver_that_may_be_given_counts() -> None:
    table = new_table(length=1)
    table.do(0, cmd.Double())
    assert not doubling.beavers(table.match, OutcomeProbabilities(0.3))


@pytest.mark.parametrize(
    "match",
    [
        new_table(cube=False).match,
        new_table(phase="move").match,
        Table(Terms("tabla", length=3, cube=True)).match,
    ],
)
def test_where_there_is_nothing_to_decide(match: Match) -> None:
    assert doubling.options(match, STRONG) == {}
    assert doubling.best(match, STRONG) is None
    assert not doubling.doubles(match, STRONG)


@settings(max_examples=times(60))
@given(
    chances(),
    st.sampled_from([1, 3, 7]),
    st.integers(0, 6),
    st.integers(0, 6),
    st.sampled_from([Cube(), Cube(2, 0), Cube(2, 1), Cube(64, 0), Cube(8)]),
    st.booleans(),
    st.sampled_from(["roll", "move"]),
    st.booleans(),
    st.sampled_from(["double", "add"]),
)
def test_it_never_doubles_where_the_rules_forbid_it(
    some: OutcomeProbabilities,
    length: int,
    own_points: int,
    opponent_points: int,
    owned: Cube,
    crawford: bool,
    phase: str,
    fresh: bool,
    raises: str,
) -> None:
    table = new_table(length=length, raises=raises)
    score = min(own_points, length - 1), min(opponent_points, length - 1)
    table.place(
        START, 0, phase=phase, dice=None, score=score, cube=owned, crawford=crawford, fresh=fresh, game_no=2
    )
    if cube.objection(table.match) is not None:
        assert not doubling.doubles(table.match, some)
    elif doubling.doubles(table.match, some):
        table.do(0, cmd.Double())
        decision = doubling.decision(table.match, some)
        assert doubling.takes(table.match, some) == (decision.double_take <= decision.double_drop)


def resigned(points: int, **terms: object) -> Match:
    table = new_table(**terms)  # type: ignore[arg-type]
    table.do(0, cmd.Resign(points))
    return table.match


@pytest.mark.parametrize(
    ("points", "chances", "right"),
    [
        (1, EVEN, True),
        (1, LOST, False),
        (2, LOST, True),
        (1, OutcomeProbabilities(0.0), True),
        (1, OutcomeProbabilities(0.0, 0, 0, 1.0), False),
        (2, OutcomeProbabilities(0.0, 0, 0, 1.0), True),
        (2, OutcomeProbabilities(0.0, 0, 0, 1.0, 1.0), False),
        (3, OutcomeProbabilities(0.0, 0, 0, 1.0, 1.0), True),
    ],
)
def test_a_resignation_is_accepted_only_when_it_is_enough(
    points: int, chances: OutcomeProbabilities, right: bool
) -> None:
    match = resigned(points, length=1)
    assert doubling.accepts_resignation(match, chances, points) is right
    assert (doubling.best(match, chances) == "accept") is right


def test_what_wins_the_match_is_enough() -> None:
    table = new_table(length=7)
    table.place(START, 0, phase="roll", dice=None, score=(0, 6), crawford=True)
    assert doubling.accepts_resignation(table.match, LOST, 1)
    table.place(START, 0, phase="roll", dice=None, score=(0, 5))
    assert not doubling.accepts_resignation(table.match, LOST, 1)
    assert doubling.accepts_resignation(table.match, LOST, 2)


def test_the_cube_counts_in_what_is_resigned() -> None:
    table = new_table(length=7)
    table.place(START, 0, phase="roll", dice=None, score=(0, 5), cube=Cube(2, 1))
    assert doubling.accepts_resignation(table.match, LOST, 1)


def test_stakes_that_are_capped_are_won_by_fewer_points() -> None:
    capped = new_table(length=1, cube=False, stakes=Stakes(100, 150)).match
    free = new_table(length=1, cube=False, stakes=Stakes(100)).match
    strict = new_table(length=1, cube=False, stakes=Stakes(100, 100)).match
    assert not doubling.accepts_resignation(free, LOST, 1)
    assert not doubling.accepts_resignation(capped, LOST, 1)
    assert doubling.accepts_resignation(strict, LOST, 1)
    assert doubling.accepts_resignation(capped, OutcomeProbabilities(0.0, 0, 0, 1.0, 1.0), 2)
    assert not doubling.accepts_resignation(free, OutcomeProbabilities(0.0, 0, 0, 1.0, 1.0), 2)


def test_by_the_jacoby_rule_one_point_is_all_there_is_before_the_cube_was_turned() -> None:
    table = new_table(length=1, jacoby=True)
    assert doubling.accepts_resignation(table.match, LOST, 1)
    table.place(START, 0, phase="roll", dice=None, cube=Cube(2, 1))
    assert not doubling.accepts_resignation(table.match, LOST, 1)


@pytest.mark.parametrize("stake", [{"value": 0}, {"most": 0.0}, {"away": (0, 3)}, {"away": (-1, 3)}])
def test_what_no_game_is_played_for_is_refused(stake: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"a game is played for something|the match is won"):
        Stake(**stake)


def test_after_draws_the_next_win_decides() -> None:
    assert [Stake(away=(0, 0)).equity_of(points) for points in (-1, 0, 1)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(("points", "chances"), [(1, LOST), (2, OutcomeProbabilities(0.0, 0, 0, 1.0, 1.0))])
def test_for_nothing_at_all_a_mars_is_a_mars_still(points: int, chances: OutcomeProbabilities) -> None:
    """An accepted cube is one that an analysis calls right."""
    match = resigned(points, length=1, cube=False)
    assert not doubling.accepts_resignation(match, chances, points)
    assert doubling.best(match, chances) == "reject"
    assert doubling.accepts_resignation(match, chances, points + 1)


def test_stakes_that_are_capped_leave_the_cube_alone() -> None:
    assert not doubling.doubles(new_table(length=1, stakes=Stakes(100, 100)).match, STRONG)
    assert doubling.doubles(new_table(length=1, stakes=Stakes(100, 10_000)).match, STRONG)


def test_after_the_crawford_game_the_side_behind_doubles() -> None:
    table = new_table(length=7)
    table.place(START, 0, phase="roll", dice=None, score=(4, 6), crawford_done=True)
    assert doubling.doubles(table.match, EVEN)
    table.place(START, 1, phase="roll", dice=None, score=(4, 6), crawford_done=True)
    assert not doubling.doubles(table.match, STRONG)


def test_one_game_after_another_counts_in_the_chance_to_win_the_match() -> None:
    table = new_table(length=7)
    assert doubling.winning(table.match, EVEN, 0) == pytest.approx(0.5)
    table.place(START, 0, phase="roll", dice=None, score=(6, 5), crawford=True)
    assert doubling.winning(table.match, OutcomeProbabilities(0.5), 0) == pytest.approx(0.75)
    assert doubling.winning(
        new_table(length=1).match, OutcomeProbabilities(0.4, draw=0.2), 0
    ) == pytest.approx(0.5)


def test_a_turn_is_judged_with_the_cube_and_the_score() -> None:
    """At one point to go nothing but winning counts, and to the other side marses do."""
    risky, safe = OutcomeProbabilities(0.6, 0.3, 0.0, 0.3), OutcomeProbabilities(0.58, 0.05, 0.0, 0.02)
    table = new_table(length=7)
    assert doubling.equity_of(table.match, 0)(risky) > doubling.equity_of(table.match, 0)(safe)
    table.place(START, 0, phase="roll", dice=None, score=(6, 5), crawford=True)
    assert doubling.equity_of(table.match, 0)(risky) < doubling.equity_of(table.match, 0)(safe)


def of_another_program(length: int, score: tuple[int, int] = (0, 0), **terms: object) -> Match:
    """A file has no seal: a length of 0 is a session for points there, and 1 a match to one point."""
    table = new_table(length=1, **terms)  # type: ignore[arg-type]
    table.force(seal="", score=score, terms=replace(table.match.terms, length=length))
    return table.match


@pytest.mark.parametrize("score", [(0, 0), (3, 1)])
@pytest.mark.parametrize("jacoby", [False, True])
def test_a_session_is_played_for_points(score: tuple[int, int], jacoby: bool) -> None:
    stakes = Stakes(100, 200)
    unlimited = new_table(length=1, jacoby=jacoby, stakes=stakes).match
    session = of_another_program(0, score, jacoby=jacoby, stakes=stakes)
    assert doubling.Stake.of(session, 0) == doubling.Stake.of(unlimited, 0)
    assert doubling.decision(session, STRONG) == doubling.decision(unlimited, STRONG)
    assert doubling.winning(session, STRONG, 0) == STRONG.win


def test_in_a_match_to_one_point_of_another_program_every_win_is_as_good() -> None:
    sure = OutcomeProbabilities(0.7006, 0.4, 0.1, 0.01)
    assert doubling.equity_of(of_another_program(1, cube=False), 0)(sure) == pytest.approx(0.4012)
    assert doubling.equity_of(new_table(length=1, cube=False).match, 0)(sure) > 0.8


def test_in_a_game_without_marses_only_winning_counts() -> None:
    match = Table(Terms("indiyka", cube=True)).match
    assert doubling.decision(match, OutcomeProbabilities(0.75)).action == "double_take"
    assert doubling.decision(match, OutcomeProbabilities(0.85)).action == "double_drop"
