"""A game is found by each of its names, in each language and script, and by other names of players."""

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.games.catalogue import TITLES
from zaria.club.games.game_search import games_by_name
from zaria.web.messages.games import OTHER_NAMES


def test_each_title_in_each_language_leads_to_its_game() -> None:
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            for game, title in TITLES.items():
                assert game in games_by_name(str(title)), (language, game)
                assert game in games_by_name(str(title).upper()), (language, game)


def test_other_names_belong_to_games_and_lead_to_them() -> None:
    for game, names in OTHER_NAMES.items():
        assert game in TITLES
        for name in names:
            assert game in games_by_name(name), name


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("длинные", "long-nardy"),
        ("сах", ""),
        ("sah", "chess"),
        ("σκακι", "chess"),
        ("GÜLBAHAR", "gulbara"),
        ("nardy long", "long-nardy"),
        ("tabla.bg", "tabla-bg"),
        ("5stars nardy", "long-nardy-5s"),
        ("ngammon", ""),
        ("  ", ""),
        ("<>", ""),
    ],
)
def test_accents_case_and_order_do_not_matter(text: str, game: str) -> None:
    games = games_by_name(text)
    assert game in games if game else not games


@given(st.text(max_size=80))
def test_any_text_may_be_searched(text: str) -> None:
    assert set(games_by_name(text)) <= set(TITLES)


def test_the_page_of_the_rules_searches(server: Server) -> None:
    visitor = Visitor(server.url)
    page = visitor.get("/rules?q=%CF%83%CE%BA%CE%AC%CE%BA%CE%B9").text
    assert 'href="/rules/chess"' in page
    assert 'href="/rules/tabla"' not in page
    assert 'value="σκάκι"' in page
    assert "No game of this name is played here." in visitor.get("/rules?q=poker").text
    assert 'href="/rules/tabla"' in visitor.get("/rules?q=").text
