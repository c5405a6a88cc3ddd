"""Rates of double wins and draws: by the game and by its options."""

import pytest
from msgspec.structs import replace

from tests.support.match.dice_matches import Table
from zaria import games
from zaria.bots.doubling import Stake
from zaria.bots.doubling.rates import BY_GAME, EQUAL_TURNS, USUAL, rates
from zaria.match.terms import Terms

CHOICES = [game for game in games.names() if "paritet" in games.get(game).agreed({})]


def stake(game: str, score: tuple[int, int] = (0, 0), length: int = 3, **options: bool) -> Stake:
    """Of side 0 in a match without a cube."""
    match = Table(Terms(game, dict(options), length=length)).match
    return Stake.of(replace(match, score=score), 0)


def test_where_no_mars_was_agreed_on_a_win_is_hardly_ever_more_than_a_single_one() -> None:
    match_stake = stake("short-nardy-5s", (2, 0), mars=False)
    assert (match_stake.points, match_stake.away) == ((1, 3), (1, 3))
    assert match_stake.table.chance(1, 3) > 0.85
    assert stake("short-nardy-5s", (2, 0)).table.chance(1, 3) < 0.83


@pytest.mark.parametrize("game", CHOICES)
def test_a_class_that_was_not_agreed_on_falls_to_the_one_below(game: str) -> None:
    expected = BY_GAME[game]
    assert stake(game, koks=False).table.rates == expected
    assert stake(game, mars=False).table.rates == (expected.third, 0.0, 0.0)
    assert stake(game, mars=False, koks=False).table.chance(1, 3) == pytest.approx(0.875)


def test_several_games_in_turn_are_the_mean_of_all() -> None:
    parts = (USUAL, BY_GAME["gulbara"], BY_GAME["tapa"])
    assert rates("three-games").second == pytest.approx(sum(part.second for part in parts) / 3)
    assert rates("three-games").third == pytest.approx(sum(part.third for part in parts) / 3)
    assert stake("three-games").table.chance(1, 3) < stake("tabla").table.chance(1, 3) - 0.02


@pytest.mark.parametrize("game", CHOICES)
def test_with_equal_turns_games_are_drawn(game: str) -> None:
    plain, equal = stake(game), stake(game, paritet=True)
    assert plain.table.rates.draw == 0
    assert equal.table.rates == EQUAL_TURNS[game]
    assert equal.table.rates.draw > 0.03
    assert abs(equal.table.chance(1, 2) - plain.table.chance(1, 2)) > 0.005
    assert stake(game, paritet=True, mars=False).table.rates.draw == equal.table.rates.draw


def test_a_game_that_nobody_has_counted_is_taken_for_backgammon() -> None:
    assert rates("backgammon") == rates("") == rates("of another program") == USUAL
