"""The pages of the rules in a browser: drawn pictures, no script, small screens, the sheet at the table."""

from collections.abc import Sequence
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import SMALL, every, fits, in_languages
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, SIZES, Visits

pytestmark = pytest.mark.browser

# Links in the middle of sentences are as high as their line; all others are for fingers.
OUTSIDE = SMALL.replace("'.keys,", "'.article,")
# A picture: everything that is drawn lies on it, and says in words what it shows.
DRAWN = """() => [...document.querySelectorAll('.picture')].map((figure) => {
  const box = figure.querySelector('.drawn'), svg = box.querySelector('svg');
  const frame = svg.getBoundingClientRect();
  const beyond = (r) => Math.max(
    frame.left - r.left, r.right - frame.right, frame.top - r.top, r.bottom - frame.bottom);
  const drawn = [...svg.querySelectorAll('use, .slab, .fallen, .tip, .names text')];
  return { role: box.getAttribute('role'), label: box.ariaLabel.length,
    out: drawn.filter((e) => beyond(e.getBoundingClientRect()) > 1).length,
    men: svg.querySelectorAll('use, .slab').length, wide: Math.round(frame.width) };
})"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "size"),
    by_day(
        [("tapa", "phone"), ("indiyka", "desktop"), ("common", "phone")],
        product(("tapa", "gulbara", "short-nardy", "indiyka", "common", "three-games"), SIZES),
    ),
)
def test_pictures_are_drawn_and_labelled(visit: Visits, game: str, size: str) -> None:
    page = visit(f"/rules/{game}", size=SIZES[size])
    expect(page.locator(".words")).to_have_count(0)
    pictures = page.evaluate(DRAWN)
    assert pictures
    for picture in pictures:
        assert picture["role"] == "img"
        assert picture["label"] > 20
        assert picture["out"] == 0
        assert picture["men"] == 30
        assert picture["wide"] >= (300 if size == "phone" else 500)


@pytest.mark.parametrize(
    ("game", "size"),
    by_day([("draughts", "phone"), ("chess", "desktop")], product(("draughts", "ugolki", "chess"), SIZES)),
)
def test_boards_of_squares_are_drawn_and_labelled(visit: Visits, game: str, size: str) -> None:
    page = visit(f"/rules/{game}", size=SIZES[size])
    expect(page.locator(".words")).to_have_count(0)
    pictures = page.evaluate(DRAWN)
    assert pictures[0]["men"] == {"draughts": 40, "ugolki": 24, "chess": 32}[game]
    for picture in pictures:
        assert picture["role"] == "img"
        assert picture["label"] > 20
        assert picture["out"] == 0
        assert picture["wide"] >= 300


@pytest.mark.slow
@in_languages
def test_the_rules_fit_a_phone(visit: Visits, languages: Sequence[str]) -> None:
    page = visit("/verify", size=PHONE)
    for _ in every(page, languages, "/rules", "/rules/common", "/rules/long-nardy-5s", "/rules/chess"):
        fits(page, OUTSIDE)


def test_without_a_script_the_pictures_are_words(visit: Visits) -> None:
    page = visit("/rules/tapa", size=DESKTOP, java_script_enabled=False)
    expect(page.locator(".picture .words")).to_have_count(7)
    expect(page.locator(".picture .words").nth(3)).to_contain_text("pinned")


def test_the_contents_of_a_page_lead_to_its_chapters(visit: Visits) -> None:
    page = visit("/rules")
    expect(page.locator(".contents section .entry:not(:has(svg))")).to_have_count(0)
    page.click("a[href='/rules/gulbara']")
    page.get_by_role("navigation", name="On this page").get_by_role("link", name="Doublets climb").click()
    expect(page.locator("#ladder")).to_be_in_viewport()
    page.get_by_role("link", name="Play it").click()
    page.wait_for_url("**/new/gulbara")


def test_a_first_visit_weighs_little(visit: Visits) -> None:
    page = visit.page(visit.visitor(new=True), "/rules/gulbara")
    expect(page.locator(".words")).to_have_count(0)
    assert weight(page) <= 60 * 1024


def weight(page: Page) -> int:
    """Bytes of the page and all it asked for, with 300 of headers for each answer."""
    of = "e => e.reduce((sum, { transferSize }) => sum + transferSize, 0)"
    entries = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]"
    return int(page.evaluate(f"() => ({of})({entries})"))
