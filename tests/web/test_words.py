"""Words of the browser and of the server are the same; so is the drawing of the empty board."""

import re

import pytest
from playwright.sync_api import Page

from tests.web.stage import PARTIALS, STATIC
from zaria.web.words import WORDS

SOURCES = {path: path.read_text() for path in sorted((STATIC / "js").rglob("*.js"))}
ASKED = re.compile(r"(?<![\w.])t\('([^']+)'")
PREFIX = re.compile(r"(?<![\w.])t\(`([\w-]*)\$\{")
QUOTED = re.compile(r"'([\w-]+)'")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_every_word_asked_for_exists(path: object) -> None:
    text = SOURCES[path]  # type: ignore[index]
    assert [word for word in ASKED.findall(text) if word not in WORDS] == []
    for prefix in PREFIX.findall(text):
        assert not prefix or any(word.startswith(prefix) for word in WORDS), prefix


def test_every_word_is_asked_for() -> None:
    everything = "\n".join(SOURCES.values())
    quoted = set(QUOTED.findall(everything))
    # options of the games and the classes of a win are named by the server
    prefixes = {p for p in PREFIX.findall(everything) if p}
    named = {"single", "mars", "koks", "home_mars", "first_long_move", "head_list"}
    options = ("first_long_move_", "head_list_", "home_mars_")
    unused = [
        word for word in WORDS if word not in quoted | named and not word.startswith((*prefixes, *options))
    ]
    assert unused == []


def test_every_option_of_a_table_has_its_words() -> None:
    from zaria.club.play import forms

    for form in forms.FORMS.values():
        for name in form.rules:
            values = [value for value, _ in form.base_fields[name].choices]  # type: ignore[attr-defined]
            assert name in WORDS
            assert [v for v in values if f"{name}_{v}" not in WORDS] == []


@pytest.mark.browser
@pytest.mark.xdist_group("browser")
def test_the_empty_board_is_drawn_by_the_same_code(modules: Page) -> None:
    """If this fails, draw it again: `node tools/draw_board.mjs`."""
    drawn = re.findall(
        r'<svg class="scene \w+" viewBox="0 0 (\d+) (\d+)"[^>]*>(.*?)</svg>',
        (PARTIALS / "_board.html").read_text(),
    )
    assert len(drawn) == 2
    script = """async ([w, h, rails]) => {
      const { geometry, scene } = await import('/static/js/board/geometry.js');
      return scene(geometry({ w, h, rails, mirrored: false, parallel: false }));
    }"""
    for w, h, inside in drawn:
        assert modules.evaluate(script, [int(w), int(h), int(w) > int(h)]) == inside
