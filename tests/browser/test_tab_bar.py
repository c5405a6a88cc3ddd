"""The bar with the main pages on a phone."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import every, fits, in_languages
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, Visits

pytestmark = pytest.mark.browser

TABS = ("/", "/tournaments", "/watch", "/learn", "/me")


def above_the_bar(page: Page, selector: str) -> bool:
    """True if nothing of the element is behind the bar."""
    low = page.locator(selector).evaluate("each => each.getBoundingClientRect().bottom")
    top = page.locator(".tab-bar").evaluate("bar => bar.getBoundingClientRect().top")
    return bool(low <= top)


@in_languages
def test_each_main_page_is_a_tap_away(visit: Visits, languages: tuple[str, ...]) -> None:
    page = visit("/people", size=PHONE)
    for _ in every(page, languages):
        fits(page)
        assert [tab.get_attribute("href") for tab in page.locator(".tab-bar a").all()] == list(TABS)
        wide = "tabs => tabs.every((tab) => tab.scrollWidth <= tab.clientWidth)"
        assert page.locator(".tab-bar a").evaluate_all(wide)
    for path in TABS:
        page.tap(f".tab-bar a[href='{path}']")
        expect(page).to_have_url(urljoin(visit.url, path))
        expect(page.locator(".tab-bar [aria-current]")).to_have_attribute("href", path)


def test_nothing_of_a_page_is_behind_it(visit: Visits) -> None:
    page = visit("/people", size=PHONE)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert above_the_bar(page, ".version")
    page.goto("/new/tabla")
    assert above_the_bar(page, ".two")


@pytest.mark.parametrize("width", by_day((1180,), (1180, 1440)))
def test_wide_pages_begin_below_the_name_of_the_club(visit: Visits, width: int) -> None:
    page = visit("/people", size={"viewport": {"width": width, "height": 800}})
    for path in ("/people", "/about", "/tournaments", "/ranking", "/federations", "/help", "/rules", "/shop"):
        page.goto(path)
        left_edge = "part => Math.round(part.getBoundingClientRect().left)"
        edges = {
            page.locator(part).first.evaluate(left_edge) for part in (".brand", "main h1", ".foot nav a")
        }
        assert len(edges) == 1, path


def test_a_wide_screen_has_none(visit: Visits) -> None:
    expect(visit("/people", size=DESKTOP).locator(".tab-bar")).to_be_hidden()
