"""Themes and skins of the real pages, motion, and the names that screen readers say."""

import json
import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import every, in_languages
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import play_now
from tests.support.by_day import by_day
from tests.support.chromium import Visits
from tests.support.http_client import unbroken

pytestmark = pytest.mark.browser

FELT = "() => getComputedStyle(document.querySelector('.felt')).backgroundImage"
INK = "() => getComputedStyle(document.body).color.match(/\\d+/g).map(Number)"
STILL = "Element.prototype.animate = () => { throw new Error('something was to fly'); }"


def test_what_the_page_wears_is_drawn_by_the_server_next_time(visit: Visits) -> None:
    page = visit("/")
    page.click("form.look button:visible")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    play_now(page)
    Seat(page).wait("move")
    page.click("#tab-settings")
    expect(page.get_by_role("button", name="Night", exact=True)).to_be_visible()
    felts = {page.evaluate(FELT)}
    for skin in ("Night", "Sand"):
        page.get_by_role("button", name=skin, exact=True).click()
        expect(page.locator("html")).to_have_attribute("data-skin", skin.lower())
        felts.add(page.evaluate(FELT))
    assert len(felts) == 3
    page.get_by_role("button", name="Light", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    drawn = unbroken(page.context.request.get(page.url).text())
    assert 'data-theme="light" data-skin="sand"' in drawn


@pytest.mark.parametrize("scheme", by_day(("dark",), ("light", "dark")))
def test_the_theme_follows_the_system(visit: Visits, scheme: str) -> None:
    page = visit("/", color_scheme=scheme)
    assert (sum(page.evaluate(INK)[:3]) > 380) is (scheme == "dark")


@pytest.mark.slow
def test_reduced_motion_moves_nothing(visit: Visits) -> None:
    page = visit("/", settings={"speed": 1, "sound": False}, reduced_motion="reduce")
    page.add_init_script(STILL)
    play_now(page, "long-nardy")
    seat = Seat(page)
    assert seat.turn() == "move"
    seat.wait("move")


@in_languages
def test_points_are_named_in_the_language_of_the_page(visit: Visits, languages: Sequence[str]) -> None:
    page = visit("/")
    play_now(page)
    Seat(page).wait("move")
    for language in every(page, languages):
        way = Seat(page).ways()[0]
        words = json.loads(page.locator("#words").text_content() or "")
        goes = words["can_go"].partition("{list}")[0]
        expect(page.locator(f"[data-at='{way.src}']")).to_have_attribute(
            "aria-label", re.compile(re.escape(goes))
        )
        names = page.locator(".keys button").evaluate_all("all => all.map((b) => b.ariaLabel)")
        assert len(set(names)) == 26
        for n in range(1, 25):
            assert names[25 - n].startswith(words["point"].replace("{n}", str(n)))
        assert language == "en" or "Point" not in "".join(names)


def test_nothing_runs_that_the_server_did_not_sign(visit: Visits) -> None:
    visit.forgive("Content Security Policy")
    page: Page = visit("/")
    page.evaluate(
        "() => document.body.append(Object.assign(document.createElement('script'), { text: 'foreign = 1' }))"
    )
    assert page.evaluate("() => window.foreign") is None


def test_the_menu_offers_the_theme_that_is_not_worn(visit: Visits) -> None:
    for scheme, offered in (("light", "dark"), ("dark", "light")):
        page = visit("/rules", color_scheme=scheme)
        page.click(".me")
        expect(page.locator("#me-menu .look button:visible")).to_have_attribute("value", offered)
        page.locator("#me-menu .look button:visible").click()
        expect(page.locator("html")).to_have_attribute("data-theme", offered)
        page.click(".me")
        expect(page.locator("#me-menu .look button:visible")).to_have_attribute("value", scheme)
