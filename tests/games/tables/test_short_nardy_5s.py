"""Short nardy of 5Stars: the bar at the end, and paritet."""

import pytest

from tests.support.games.reread import reread
from tests.support.games.tables_notation import after, position
from zaria import games
from zaria.games.protocols import Outcome
from zaria.games.tables.position import Position
from zaria.games.turn import Turn


def paritet(text: str, turn: int = 0, **options: bool) -> Position:
    return position("short-nardy-5s", text, turn, paritet=True, **options)


def test_the_opening_dice_only_say_who_begins() -> None:
    assert games.dice_game("short-nardy-5s").opening == "reroll"


def test_a_checker_on_the_bar_is_koks() -> None:
    outcome = position("short-nardy-5s", "X=bar:1,off:14;O=off:15").outcome()
    assert outcome == Outcome(1, 3, "koks")


def test_the_starter_is_remembered() -> None:
    start = games.dice_game("short-nardy-5s", paritet=True).start(1)
    assert isinstance(start, Position)
    assert start.to_text().endswith(";starter=X")
    second = after(start, 31, "8/5 6/5")
    assert second.to_text().endswith(";starter=O")
    assert second.past.starter == 1
    assert reread(second) == second


def test_without_paritet_the_starter_is_of_no_account() -> None:
    assert position("short-nardy-5s").to_text().endswith("6:5")


def test_the_second_player_has_one_more_turn() -> None:
    last = after(paritet("X=1:1;O=7:1,1:14;starter=X"), 21, "1/off")
    assert (last.turn, last.outcome()) == (1, None)
    assert last.to_text() == "X=7:1,1:14;O=off:15;starter=O"
    assert reread(last, 1) == last
    rolled = last.rolled((2, 1))
    assert rolled.outcome() is None
    outcome = rolled.play(rolled.complete([(7, 2), (1, 1)])).outcome()
    assert outcome == Outcome(0, 1, "single")


def test_mars_is_judged_after_that_turn() -> None:
    far = paritet("X=12:1,1:14;O=off:15;starter=O", 1)
    assert after(far, 65, "12/1").outcome() == Outcome(0, 1, "single")
    assert after(far, 21, "12/9").outcome() == Outcome(0, 2, "mars")


def test_koks_is_judged_after_that_turn() -> None:
    assert after(paritet("X=19:1,1:14;O=off:15;starter=O"), 21, "19/16").outcome() == Outcome(1, 2, "mars")


def test_both_in_equal_turns_draw() -> None:
    drawn = after(paritet("X=1:2;O=off:15;starter=O"), 21, "1/off(2)")
    assert drawn.outcome() == Outcome(None, 1, "draw")
    assert drawn.to_text() == "X=off:15;O=off:15;starter=X"
    assert reread(drawn) == drawn


def test_the_second_player_who_finishes_first_wins_at_once() -> None:
    assert after(paritet("X=1:1;O=6:15;starter=O"), 21, "1/off").outcome() == Outcome(0, 1, "single")


def test_a_last_turn_without_a_play_ends_it_too() -> None:
    passed = paritet("X=bar:1,6:14;O=off:15;starter=O").play(Turn())
    assert passed.outcome() == Outcome(1, 3, "koks")


@pytest.mark.parametrize(
    ("second", "least"), [("22:4,6:11", 2), ("22:5,6:10", 3), ("12:4,6:11", 1), ("12:5,6:10", 2)]
)
def test_the_last_turn_counts(second: str, least: int) -> None:
    assert paritet(f"X=1:1;O={second};starter=X").unavoidable(1) == least
    assert paritet(f"X={second};O=off:15;starter=O").unavoidable(0) == least
