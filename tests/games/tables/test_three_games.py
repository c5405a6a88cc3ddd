"""Three games in rotation."""

import pytest

from zaria import games
from zaria.games.protocols import InvalidOptionsError


def test_the_games_come_in_turn() -> None:
    evening = games.dice_game("three-games")
    assert [evening.nth(number).id for number in range(1, 8)] == [
        *("tabla", "gulbara", "tapa"),
        *("tabla", "gulbara", "tapa"),
        "tabla",
    ]
    assert [game.id for game in evening.rotation] == ["tabla", "gulbara", "tapa"]


def test_each_game_is_the_one_that_is_played_alone() -> None:
    evening = games.dice_game("three-games")
    for number in (1, 2, 3):
        alone = games.get(evening.nth(number).id)
        assert evening.nth(number) == alone
        assert evening.nth(number).start() == alone.start()


def test_the_whole_answers_as_its_first_game() -> None:
    evening, first = games.dice_game("three-games"), games.dice_game("tabla")
    assert evening.start(1) == first.start(1)
    assert evening.parse("X=6:1;O=6:1", 1) == first.parse("X=6:1;O=6:1", 1)
    for name in ("contact", "parallel", "misere", "classes", "opening", "next_starter", "options"):
        assert getattr(evening, name) == getattr(first, name)


def test_what_is_agreed_on_reaches_the_games_it_is_for() -> None:
    evening = games.dice_game("three-games", first_long_move="starter", ladder_from_roll=4)
    assert evening.nth(2) == games.dice_game("gulbara", first_long_move="starter", ladder_from_roll=4)
    assert evening.nth(3) == games.dice_game("tapa", first_long_move="starter")
    with pytest.raises(InvalidOptionsError):
        games.dice_game("three-games", ladder_from_roll=2)
