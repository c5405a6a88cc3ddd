"""The words of the games: the same in each language, and every word that a page explains is one of them."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

import zaria
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from tests.support.scripts import LANGUAGES, OTHERS, spoken
from zaria import games
from zaria.club.games.glossary.entries import glossary
from zaria.club.games.glossary.notes import PREFIX, TERMS_OF_FIELDS, script_words, win_term
from zaria.club.play.forms import form_for
from zaria.club.play.terms_text import terms_details
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.match.terms import Terms

__all__ = ["plain_files"]

SOURCE = Path(zaria.__path__[0])
TEMPLATES, SCRIPTS, RULES = (SOURCE / "web" / part for part in ("templates", "static/zaria/js", "rules"))
KEYS = set(glossary("en").entries)
LONGEST = 180
"""Characters of a line that a phone shows without scrolling."""


def quoted(folder: Path, pattern: str, use: str) -> set[str]:
    """The keys that files of a folder use."""
    texts = (path.read_text(encoding="utf-8") for path in folder.rglob(pattern))
    return {key for text in texts for key in re.findall(use, text)}


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_the_same_words_in_the_same_order(language: str) -> None:
    def keys(code: str) -> list[tuple[str, list[str]]]:
        return [(group.key, [entry.key for entry in group.entries]) for group in glossary(code).groups]

    assert keys(language) == keys("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_a_short_explanation_in_its_language(language: str) -> None:
    shown = glossary(language)
    for entry in shown.entries.values():
        assert entry.word
        assert entry.word != entry.also
        assert entry.text.endswith("."), entry.key
        assert len(entry.text) <= LONGEST, entry.key
    words = [entry.word for entry in shown.entries.values()]
    assert len(set(words)) == len(words)
    assert spoken(" ".join(entry.text for entry in shown.entries.values())) == language
    assert all(group.title and group.entries for group in shown.groups)
    assert all(roll.name for roll in shown.rolls)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_pinning_name_every_game_that_pins(language: str) -> None:
    of_dice = [games.dice_game(name) for name in games.names() if games.get(name).kind == "dice"]
    titles = [game.title for game in of_dice if game.contact.pins]
    assert titles == ["Tapa", "Plakoto"]
    with translation.override(language):
        stems = [gettext(title).casefold()[:3] for title in titles]
    entries = glossary(language).entries
    for key in ("pin", "mother"):
        assert all(stem in entries[key].text.casefold() for stem in stems), key


def test_the_addresses_of_words_and_groups_differ() -> None:
    shown = glossary("en")
    anchors = [*(group.key for group in shown.groups), *shown.entries, "rolls"]
    assert len(set(anchors)) == len(anchors)
    assert sum(len(group.entries) for group in shown.groups) == len(shown.entries)


def test_every_word_of_a_template_is_explained() -> None:
    used = quoted(TEMPLATES, "*.html", r'\{% term "([^"]*)"')
    assert len(used) > 5
    assert used <= KEYS


def test_every_word_of_a_script_comes_with_a_page_and_is_explained() -> None:
    used = quoted(SCRIPTS, "*.js", r"\bterm\('([^']*)'")
    sent = {
        key
        for call in quoted(SOURCE / "club", "*.py", r"script_words\(([^)*]*)\)")
        for key in re.findall(r'"([^"]+)"', call)
    }
    assert len(used) > 3
    assert used <= sent <= KEYS


def test_every_link_of_a_rules_page_to_a_word_leads_to_one() -> None:
    used = quoted(RULES, "*.md", r"\]\(/words#([^)]*)\)")
    assert len(used) > 5
    assert used <= KEYS


@pytest.mark.parametrize(
    "keys",
    [
        pytest.param(TERMS_OF_FIELDS.values(), id="fields"),
        pytest.param(FORMAT_WORDS, id="formats"),
        pytest.param(
            [column.term for words in FORMAT_WORDS.values() for column in words.columns if column.term],
            id="standings",
        ),
        pytest.param(
            [
                win_term(kind, game)
                for game in games.names()
                if games.get(game).kind == "dice"
                for _points, kind in games.dice_game(game).classes
            ],
            id="wins",
        ),
    ],
)
def test_every_word_that_code_chooses_is_explained(keys: Iterable[str]) -> None:
    assert set(keys) <= KEYS


def test_a_form_explains_the_words_that_newcomers_meet() -> None:
    form = form_for("short-nardy-5s")
    template = Template("{% load terms %}{% for field in form %}{% field_label field %}\n{% endfor %}")
    html = template.render(Context({"form": form}))
    for key in ("match", "mars", "koks", "paritet"):
        assert f'<a href="/words#{key}">' in html
    assert len(re.findall('id="([^"]+)"', html)) == len(set(re.findall('popovertarget="([^"]+)"', html)))


def test_the_terms_of_a_table_explain_the_same_words() -> None:
    details = list(terms_details(Terms("short-nardy-5s", cube=True)))
    template = Template("{% load terms %}{% for name, value in facts %}{% explain name %}{% endfor %}")
    html = template.render(Context({"facts": details}))
    for key in ("match", "cube", "mars", "koks", "paritet"):
        assert f'<a href="/words#{key}">' in html
    assert "Game" in html
    assert 'href="/words#game"' not in html


def test_a_word_has_its_own_line_each_time() -> None:
    template = Template('{% load terms %}{% term "mars" %}{% term "mars" label %}')
    html = template.render(Context({"label": "Gammon <3"}))
    names = re.findall(r'<span class="term-note" id="([^"]+)"', html)
    assert len(set(names)) == 2
    assert re.findall(r'popovertarget="([^"]+)">([^<]+)</button>', html) == [
        (names[0], "mars"),
        (names[1], "Gammon &lt;3"),
    ]
    assert html.count(glossary("en").entries["mars"].text) == 2


def test_a_script_gets_the_lines_of_its_page_alone() -> None:
    with translation.override("ru"):
        words = script_words("koks")
    assert words == {f"{PREFIX}koks": glossary("ru").entries["koks"].text}


@pytest.mark.usefixtures("plain_files")
@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_word_and_leads_to_each(language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    html = html_of(client.get("/words"))
    main = html.partition("<main")[2].partition("</main>")[0]
    anchors = re.findall(r'id="([\w-]+)"', main)
    assert set(anchors) >= KEYS
    assert len(anchors) == len(set(anchors))
    links = set(re.findall(r'<a href="#([\w-]+)"', main))
    assert links <= set(anchors)
    assert links > KEYS
    assert all(roll.name in main for roll in glossary(language).rolls)
    assert spoken(re.sub(r"(?s)<.*?>|backgammon", "", main)) == language
    for path in ("/rules", "/help", "/rules/tabla"):
        page = html_of(client.get(path))
        assert 'href="/words"' in page.partition("<main")[2].partition("</main>")[0]
        assert 'href="/words"' in page.partition("<footer")[2]
