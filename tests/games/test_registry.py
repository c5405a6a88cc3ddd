"""Finding games by name and options."""

import pytest

from zaria import games
from zaria.games.game import BadOptions, Option, UnknownGame


def test_names() -> None:
    assert games.names() == ["tabla", "tapa", "long-nardy"]
    for name in games.names():
        game = games.get(name)
        assert (game.id, game.family) == (name, "tables")
        assert game.start(1).turn == 1


def test_the_same_game_is_the_same_object() -> None:
    assert games.get("tapa") is games.get("tapa", first_long_move="both")
    assert games.get("tapa") is not games.get("tapa", first_long_move="off")


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("backgammon", {}, UnknownGame),
        ("", {}, UnknownGame),
        ("tabla", {"head_list": "nardy"}, BadOptions),
        ("tapa", {"first_long_move": "sometimes"}, BadOptions),
        ("tapa", {"first_long_move": 1}, BadOptions),
        ("long-nardy", {"home_mars": "4"}, BadOptions),
        ("long-nardy", {"home_mars": True}, BadOptions),
    ],
)
def test_refusals(name: str, options: dict[str, Option], error: type[Exception]) -> None:
    with pytest.raises(error):
        games.get(name, **options)
