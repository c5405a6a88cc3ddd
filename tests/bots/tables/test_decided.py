"""The least chance to win a race: exact where both bear off, never more than that elsewhere."""

import pytest

from zaria import games
from zaria.bots.tables.decided import least_chance
from zaria.bots.tables.engine import engine_for
from zaria.games.dice import ROLLS
from zaria.games.tables.position import Position


def put(game: str, text: str, **options: bool) -> Position:
    """A position with side 0 to roll."""
    rules = games.get(game, **options)
    assert not rules.is_board
    position = rules.parse(text, 0)
    assert isinstance(position, Position)
    return position


def test_chances_of_small_races_are_counted() -> None:
    two_each = put("backgammon", "X=1:2;O=1:2")
    assert least_chance(two_each, 1) == pytest.approx(0, abs=1e-4)
    # with one checker on 6 and one on 1 the side to roll needs one of 15 of 36 rolls
    late = put("backgammon", "X=6:1,1:1;O=1:2")
    assert least_chance(late, 1) == pytest.approx(21 / 36, abs=1e-4)


@pytest.mark.parametrize("text", ["X=6:7,5:3;O=1:2,2:1", "X=6:1,1:2;O=1:3", "X=3:4;O=1:4"])
def test_with_a_roll_to_play_the_best_play_counts(text: str) -> None:
    """The chance before the roll is the mean of those after each of them."""
    position = put("tabla", text)
    after = sum(least_chance(position.rolled(roll), 1) * (1 if roll[0] == roll[1] else 2) for roll in ROLLS)
    assert after / 36 == pytest.approx(least_chance(position, 1), abs=2e-3)


@pytest.mark.parametrize("text", ["X=12:1,6:6;O=1:6", "X=8:2,6:8;O=3:3,1:2", "X=10:3,5:5;O=4:4,2:4"])
def test_a_side_that_is_not_home_counts_as_nearer_than_it_is(text: str) -> None:
    position = put("tabla", text)
    chance = 1 - engine_for(position.game).evaluate(position).win
    assert least_chance(position, 1) <= chance + 0.01


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("tabla", "X=24:1,6:14;O=2:2,3:1"),
        ("tabla", "X=1:1;O=7:1"),
        ("tapa", "X=24:1,6:14;O=1:1^,6:14"),
    ],
)
def test_nothing_is_computed_where_sides_meet_or_are_not_home(game: str, text: str) -> None:
    assert least_chance(put(game, text), 1) == 0


def test_who_finishes_first_but_gives_the_last_turn_has_not_won_yet() -> None:
    position = put("short-nardy-5s", "X=1:4;O=1:4;starter=O", paritet=True)
    assert least_chance(position, 1) == 0
    winning = put("short-nardy-5s", "X=1:15;O=1:1;starter=X", paritet=True)
    assert least_chance(winning, 1) == pytest.approx(1)
