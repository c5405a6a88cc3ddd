"""Words that explain themselves: by keyboard, by touch, without scripts, in six languages on a phone."""

import json
import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_analysis import analysed
from tests.browser.test_languages import NOTHING, every, fits, in_languages
from tests.support.chromium import DESKTOP, PHONE, Visits
from tests.support.servers import Server
from zaria.club.games.glossary.entries import glossary

pytestmark = pytest.mark.browser

OPTIONS = "/new/short-nardy-5s"
OPEN = ".term-note:popover-open"
MARS = glossary("en").entries["mars"].text
HEIGHT = "() => document.documentElement.scrollHeight"
CUT = """note => {
  const box = note.getBoundingClientRect();
  return { above: box.top < 0, below: box.bottom > innerHeight,
    beside: box.left < 0 || box.right > innerWidth,
    inside: note.scrollWidth > note.clientWidth + 1 || note.scrollHeight > note.clientHeight + 1 };
}"""
WHOLE = {"above": False, "beside": False, "below": False, "inside": False}
LEAST = 24
"""Pixels of a target in a text (WCAG 2.5.8)."""


def word(page: Page, name: str) -> Locator:
    return page.locator("main .term", has_text=re.compile(f"^{name}$"))


def test_a_word_opens_by_keyboard_and_escape_closes_it(visit: Visits) -> None:
    page = visit(OPTIONS, DESKTOP)
    height = page.evaluate(HEIGHT)
    mars = word(page, "Mars")
    mars.focus()
    page.keyboard.press("Enter")
    expect(page.locator(OPEN)).to_contain_text(MARS)
    expect(mars).to_be_focused()
    assert page.evaluate(HEIGHT) == height
    page.keyboard.press("Tab")
    expect(page.locator(f"{OPEN} a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(OPEN)).to_have_count(0)
    expect(mars).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator(OPEN)).to_have_count(1)
    page.locator(f"{OPEN} a").click()
    expect(page).to_have_url(re.compile("/words#mars$"))
    expect(page.locator(":target dfn")).to_have_text("mars")
    expect(page.locator(":target")).to_be_in_viewport()


def test_a_word_opens_by_touch_and_a_tap_beside_it_closes_it(visit: Visits) -> None:
    page = visit(OPTIONS, PHONE)
    word(page, "Koks").tap()
    expect(page.locator(OPEN)).to_contain_text(glossary("en").entries["koks"].text)
    expect(page.locator(OPEN)).to_be_in_viewport(ratio=1)
    page.locator("h1").tap()
    expect(page.locator(OPEN)).to_have_count(0)


def test_words_open_without_scripts(visit: Visits) -> None:
    page = visit(OPTIONS, PHONE, java_script_enabled=False)
    word(page, "Mars").tap()
    expect(page.locator(".term-note:visible")).to_contain_text(MARS)
    page.locator(".term-note:visible a").tap()
    expect(page).to_have_url(re.compile("/words#mars$"))
    page.locator(".alphabet summary").tap()
    page.locator(".alphabet a", has_text="raccoon").tap()
    expect(page).to_have_url(re.compile("/words#raccoon$"))
    expect(page.locator("#raccoon")).to_be_in_viewport()


@in_languages
def test_nothing_is_cut_on_a_phone(visit: Visits, languages: Sequence[str]) -> None:
    page = visit("/words", PHONE)
    for _ in every(page, languages, "/words", OPTIONS, "/verify", "/rules/short-nardy-5s"):
        fits(page, NOTHING)
        height = page.evaluate(HEIGHT)
        for term in page.locator("main .term").all():
            if not term.is_visible():
                continue
            box = term.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= LEAST, term.inner_text()
            term.evaluate("term => { term.scrollIntoView({ block: 'center' }); term.click(); }")
            assert page.locator(OPEN).evaluate(CUT) == WHOLE, term.inner_text()
            assert page.evaluate(HEIGHT) == height
            page.keyboard.press("Escape")
            expect(page.locator(OPEN)).to_have_count(0)


def test_words_are_printed_as_text(visit: Visits) -> None:
    page = visit(OPTIONS, DESKTOP)
    page.emulate_media(media="print")
    expect(word(page, "Mars")).to_be_visible()


@pytest.mark.xdist_group("replay")
def test_an_analysis_explains_its_numbers(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page = visits(shelved)("/t/tabla-single/replay#analysis")
    analysed(page)
    entries = glossary("en").entries
    for name, key in (("Luck", "luck"), ("Equity lost", "equity"), (r"Performance rating \(PR\)", "pr")):
        term = page.locator(".an-sums .term", has_text=re.compile(rf"^\s*{name}\s*$"))
        term.focus()
        page.keyboard.press("Enter")
        expect(page.locator(OPEN)).to_contain_text(entries[key].text)
        page.keyboard.press("Escape")
        expect(page.locator(OPEN)).to_have_count(0)
        expect(term).to_be_focused()
    names = page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(names) == len(set(names)), json.dumps(names)
