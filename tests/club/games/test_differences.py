"""The differences between games: each beside the most similar one, or beside one that the reader knows."""

import pytest

from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.games.catalogue import BY_TRADITION, TITLES
from zaria.club.games.rules_pages import comparison
from zaria.games.registry import GAMES


def test_each_game_has_one_tradition() -> None:
    games = [game for _, names in BY_TRADITION for game in names]
    assert len(games) == len(set(games)) == len(GAMES)
    assert all(names for _, names in BY_TRADITION)


@pytest.mark.parametrize("game", [name for name, info in GAMES.items() if len(info.game.rotation) == 1])
def test_a_game_differs_from_the_most_similar_one(game: str) -> None:
    beside = comparison.comparable(game)[0]
    there = {row.title: (row.cell_beside, row.cell) for row in comparison.differences(game, beside)}
    back = {row.title: (row.cell, row.cell_beside) for row in comparison.differences(beside, game)}
    assert there == back
    assert comparison.differences(game, game) == []


def test_the_page_compares_all_with_a_known_game(server: Server) -> None:
    visitor = Visitor(server.url)
    page = visitor.get("/rules/differences?game=long-nardy").text
    for name, info in GAMES.items():
        listed = f'<a href="/rules/{name}">{TITLES[name]}</a>' in page
        is_comparable = not info.game.is_board and len(info.game.rotation) == 1 and name != "long-nardy"
        assert listed == is_comparable, name
    assert '<option value="long-nardy" selected>' in page
    for wrong in ("whist", "three-games"):
        assert visitor.get(f"/rules/differences?game={wrong}").status == 404
