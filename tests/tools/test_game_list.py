"""The README names all games; nobody counts them by hand."""

from tools.generate.game_list import README, game_list, with_games

from zaria.games.registry import GAMES


def test_the_readme_has_the_games_of_the_registry() -> None:
    text = README.read_text()
    assert with_games(text) == text
    assert game_list() in text, "run python -m tools.generate.game_list"
    assert all(info.game.title in text for info in GAMES.values())
