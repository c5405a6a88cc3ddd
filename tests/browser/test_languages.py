"""The real pages in every language on a phone: nothing sticks out, everything can be hit."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.seat import Seat
from tests.browser.tables import friends, on_turn
from tests.chromium import DESKTOP, PHONE, Visits

pytestmark = pytest.mark.browser

LANGUAGES = ["en", "bg", "ru"]
# What lies over a text (a hidden radio button, a link in a sentence) is not measured.
SMALL = """() => [...document.querySelectorAll('button, a, summary, .seg label, input[type=file]')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest('.keys, .dice, p, .sr, .skip'))
  .map((e) => {
    const own = e.getBoundingClientRect(), after = getComputedStyle(e, '::after');
    const around = after.position === 'absolute' ? -2 * Math.min(0, parseFloat(after.top) || 0) : 0;
    return { who: `${e.id || e.className || e.tagName} ${e.textContent.trim()}`,
      w: Math.round(own.width), h: Math.round(own.height + around) };
  }).filter(({ w, h }) => w > 0 && (h < 44 || w < 44))"""
CUT = """() => [...document.querySelectorAll('button, .btn, h1, h2, .seg label span')]
  .filter((e) => e.checkVisibility() && e.textContent.trim() && e.scrollWidth > e.clientWidth + 1)
  .filter((e) => getComputedStyle(e).overflow === 'visible').map((e) => e.textContent.trim())"""


def speak(page: Page, language: str) -> None:
    """Switch the language in the header."""
    page.click("button.lang")
    page.click(f"#languages button[value={language}]")
    expect(page.locator("html")).to_have_attribute("lang", language)


def fits(page: Page, width: int = 360) -> None:
    """Nothing makes the page wider than the screen, no button is too small for a finger, no label is cut."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map((each) => each.finished))")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_fit_a_phone(visit: Visits, language: str) -> None:
    visit.forgive("404")
    page = visit("/", size=PHONE)
    speak(page, language)
    fits(page)
    for path in (
        "/new/tabla",
        "/new/long-nardy",
        "/new/russian-draughts",
        "/new/ugolki",
        "/verify",
        "/no-such-page",
    ):
        page.goto(path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for folded in page.locator(".new summary").all():
            folded.tap()
        fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_fits_a_phone(visit: Visits, language: str) -> None:
    host, guest = friends(visit, "tapa", (PHONE, DESKTOP), length="9", cube="yes", clock="quick")
    page = host.page
    speak(page, language)
    host = Seat(page)
    fits(page)
    for _ in range(2):
        on_turn(host, guest)[0].turn()
        fits(page)
    page.locator("#menu").tap()
    for tab in ("moves", "terms", "settings"):
        page.locator(f"#tab-{tab}").tap()
        expect(page.locator(f"[aria-labelledby='tab-{tab}']")).not_to_be_empty()
        fits(page)
    page.locator(".shut").tap()
    mine, theirs = on_turn(host, guest)
    mine.resign(1)
    theirs.wait("resign")
    expect(page.locator("#table.open")).to_have_count(0)
    fits(page)
    theirs.press("#accept")
    expect(page.locator("#outcome")).to_be_visible()
    fits(page)
