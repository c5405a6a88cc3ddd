"""The short games of the browser tests: each game on squares has one, won as the rules say."""

import pytest

from tests.support.browser.short_games import SHORT
from zaria import games


@pytest.mark.parametrize("name", games.names_on_squares())
def test_a_short_game_ends_as_it_says(name: str) -> None:
    short = SHORT[name]
    options = {key: int(value) if value.isdecimal() else value for key, value in short.options.items()}
    position = games.board_game(name, **options).start()
    for move in short.moves.split():
        assert position.outcome() is None
        position = position.move(move)
    outcome = position.outcome()
    assert outcome is not None
    assert (outcome.winner, position.reason()) == (short.winner, short.reason)
