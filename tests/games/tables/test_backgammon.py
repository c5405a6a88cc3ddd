"""Backgammon: tabla's board, each game opened anew."""

from tests.support.games.tables_notation import position
from zaria import games


def test_the_board_is_tablas() -> None:
    assert position("backgammon").to_text() == position("tabla").to_text()
    assert position("backgammon").total() == 447


def test_the_opening_roll_is_played_in_every_game() -> None:
    game = games.dice_game("backgammon")
    assert (game.opening, game.next_starter) == ("play", "roll")
    assert game.classes == ((1, "single"), (2, "mars"), (3, "koks"))
