"""Tavli: portes, plakoto and fevga in turn."""

from zaria import games


def test_the_games_follow_one_another_and_begin_anew() -> None:
    evening = games.dice_game("tavli")
    assert [evening.nth(number).id for number in range(1, 5)] == ["portes", "plakoto", "fevga", "portes"]
    assert (evening.cube, evening.opening, evening.next_starter) == (False, "reroll", "winner")
    assert evening.choices == ()
