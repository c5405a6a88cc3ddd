"""The match equity table: against published figures, and what every such table must be."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria.bots.doubling.rates import USUAL, Rates
from zaria.bots.doubling.table import CubeRules, MatchTable, table

BEFORE = {
    (2, 3): 0.5995,
    (2, 4): 0.6687,
    (2, 5): 0.7436,
    (3, 4): 0.5715,
    (3, 5): 0.6479,
    (4, 5): 0.5773,
    (4, 7): 0.6992,
    (5, 7): 0.6264,
    (5, 9): 0.7254,
    (7, 9): 0.6085,
    (3, 9): 0.8402,
    (9, 11): 0.5979,
    (10, 15): 0.7111,
    (15, 25): 0.8088,
    (2, 25): 0.9980,
}
"""Some of the Kazaross-XG2 table (Neil Kazaross, 2011; rollouts), before the Crawford game."""

CRAWFORD = {2: 0.6774, 3: 0.7508, 4: 0.8144, 5: 0.8418, 6: 0.8873, 7: 0.9072, 9: 0.9440, 11: 0.9664}
AFTER = {2: 0.5120, 3: 0.6774, 4: 0.6900, 5: 0.8099, 6: 0.8193, 7: 0.8844, 9: 0.9305}
"""The same for a leader who needs one point, in the Crawford game and after it."""

BACKGAMMON = table(CubeRules(), USUAL)
KINDS = [
    BACKGAMMON,
    table(CubeRules((1,)), USUAL),
    table(CubeRules((1, 2)), Rates(0.45, 0.0)),
    table(CubeRules(raises="add"), USUAL),
    table(CubeRules(crawford=False), USUAL),
    table(CubeRules(cube=False), USUAL),
    table(CubeRules((1, 2, 4)), Rates(0.3, 0.1, 0.05)),
]
kinds = st.sampled_from(KINDS)
away = st.integers(1, 25)


@pytest.mark.parametrize(("score", "published"), BEFORE.items())
def test_it_is_within_a_hundredth_of_a_published_table(score: tuple[int, int], published: float) -> None:
    assert BACKGAMMON.chance(*score) == pytest.approx(published, abs=0.0065)


def test_on_the_whole_it_is_much_nearer() -> None:
    errors = [BACKGAMMON.chance(*score) - published for score, published in BEFORE.items()]
    assert (sum(error**2 for error in errors) / len(errors)) ** 0.5 < 0.003


@pytest.mark.parametrize("opponent_away", CRAWFORD)
def test_the_crawford_game(opponent_away: int) -> None:
    assert BACKGAMMON.chance(1, opponent_away) == pytest.approx(CRAWFORD[opponent_away], abs=0.003)


@pytest.mark.parametrize("opponent_away", AFTER)
def test_after_the_crawford_game(opponent_away: int) -> None:
    assert BACKGAMMON.chance(1, opponent_away, after=True) == pytest.approx(AFTER[opponent_away], abs=0.003)


@settings(max_examples=times(40))
@given(kinds, away, away, st.booleans())
def test_what_one_side_has_the_other_has_not(
    match_table: MatchTable, own_away: int, opponent_away: int, after: bool
) -> None:
    assert match_table.chance(own_away, opponent_away, after=after) + match_table.chance(
        opponent_away, own_away, after=after
    ) == pytest.approx(1)


@settings(max_examples=times(40))
@given(kinds, away, away)
def test_a_point_nearer_is_better(match_table: MatchTable, own_away: int, opponent_away: int) -> None:
    assert (
        0
        < match_table.chance(own_away + 1, opponent_away)
        < match_table.chance(own_away, opponent_away)
        < match_table.chance(own_away, opponent_away + 1)
        < 1
    )


@settings(max_examples=times(40))
@given(away, away)
def test_without_cube_and_mars_it_is_a_row_of_fair_coins(own_away: int, opponent_away: int) -> None:
    games = own_away + opponent_away - 1
    fair = sum(comb(games, wins) for wins in range(own_away, games + 1)) / 2**games
    assert table(CubeRules((1,), cube=False), USUAL).chance(own_away, opponent_away) == pytest.approx(fair)


def test_the_cube_helps_who_is_behind_less_with_the_crawford_rule() -> None:
    free = table(CubeRules(crawford=False), USUAL)
    assert all(
        free.chance(1, opponent_away) < BACKGAMMON.chance(1, opponent_away) for opponent_away in range(2, 12)
    )
    assert free.chance(1, 4) == BACKGAMMON.chance(1, 4, after=True)


def test_the_free_drop_is_worth_something_only_with_an_even_number_to_go() -> None:
    gammonless = table(CubeRules((1,)), USUAL)
    assert gammonless.chance(1, 2, after=True) == pytest.approx(0.5 + 0.012)
    assert gammonless.chance(1, 3, after=True) == pytest.approx(0.75)
    assert gammonless.chance(1, 4, after=True) > 0.75


def test_after_draws_both_may_need_nothing_more() -> None:
    assert BACKGAMMON.chance(0, 0) == BACKGAMMON.chance(-1, -1) == 0.5
    assert BACKGAMMON.chance(0, 1) == BACKGAMMON.chance(-1, 0) == 1.0
    assert BACKGAMMON.chance(1, 0) == 0.0


def test_a_very_long_match_is_looked_up_too() -> None:
    assert table(CubeRules(), Rates(0.25, 0.01)).chance(40, 50) == pytest.approx(0.715, abs=0.01)
