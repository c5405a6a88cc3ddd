"""The balance in the head of a page follows what happens elsewhere; a member's account on both screens."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import every, fits, in_languages
from tests.browser.test_profile import at
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, Visits, wait_for_resources
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser

STAKED = {"game": "tabla", "opponent": "anyone", "clock": "calm", "stake": "2.00", "most": "5.00"}
PATH = "/me/stats/credits"
NARROW = 860
"""Up to this width the head of the page has no room for what is held."""


def balance(page: Page, available: str, held: str) -> None:
    """The amounts in the head of the page; nothing is said of nothing held."""
    chip = page.locator(".nav .balance")
    expect(chip.locator("[data-balance=available]")).to_have_text(available)
    expect(chip.locator("[data-balance=held]")).to_have_text(held)
    expect(chip).to_have_attribute("title", f"Held: {held}")
    size = page.viewport_size
    if size is not None and size["width"] > NARROW:  # on a phone what is held stands in the menu alone
        expect(chip.locator("small")).to_be_visible(visible=held != "0.00")


@pytest.mark.slow
def test_the_balance_follows_a_table_set_in_another_browser(visit: Visits) -> None:
    somebody = Somebody(visit.url).join()
    browser = at(somebody, visit.visitor(settings={}))
    rules, lobby = visit.page(browser, "/rules"), visit.page(browser, "/")
    for page in (rules, lobby):
        balance(page, "1,000.00", "0.00")
        wait_for_resources(page)
    table = somebody.set_table(**STAKED)
    for page in (rules, lobby):
        balance(page, "995.00", "5.00")
    rules.locator(".nav .balance").click()
    expect(rules).to_have_url(f"{visit.url}{PATH}")
    expect(rules.locator("#held + .stats-entries a")).to_have_attribute("href", table)
    lobby.goto(table)
    balance(lobby, "995.00", "5.00")
    lobby.get_by_role("button", name="Cancel", exact=True).click()
    balance(rules, "1,000.00", "0.00")


@pytest.mark.slow
def test_the_menu_of_a_phone_has_its_order(visit: Visits) -> None:
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(PHONE, settings={})), "/rules")
    page.set_viewport_size({"width": 390, "height": 778})
    expect(page.locator(".nav nav")).to_be_hidden()
    menu = page.locator("#me-menu")
    page.tap(".iconb.me")
    expect(menu.get_by_role("button", name="Language")).to_be_in_viewport(ratio=0.99)
    entries = menu.locator(":is(a, button, b):visible")
    texts = [" ".join(text.split()) for text in entries.all_inner_texts()]
    assert (texts[0], texts[-1]) == (somebody.login, "Sign out")
    order = ["My public profile", "My games", "Balance 1,000.00", "Profile and settings", "Account",
             "Messages", "Staked tables 0", "Your gift is ready", "Play", "Training", "Rules", "Ranking",
             "Shop", "Fair dice", "Tournaments 0", "People", "Federations"]  # fmt: skip
    assert texts[1 : len(order) + 1] == order
    menu.get_by_role("link", name="Training").tap()
    expect(page).to_have_url(f"{visit.url}/new/tabla?training=yes")
    expect(page.locator("[name=training][value=yes]")).to_be_checked()
    page.tap(".iconb.me")
    menu.get_by_role("button", name="Language").tap()
    expect(page.locator("#languages button")).to_have_count(6)
    expect(page.locator("#languages button").first).to_be_in_viewport()


@pytest.mark.slow
@in_languages
@pytest.mark.parametrize(("size", "scheme"), by_day([("phone", "light")], product(SIZES, ("light", "dark"))))
def test_the_account_fits_its_screen(
    visit: Visits, size: str, scheme: str, languages: tuple[str, ...]
) -> None:
    somebody = Somebody(visit.url).join()
    somebody.set_table(**STAKED)
    browser = at(somebody, visit.visitor({**SIZES[size], "color_scheme": scheme}, settings={}))
    page = visit.page(browser, PATH)
    month = page.locator(".stats-links a").first.get_attribute("href")
    assert month is not None
    for _language in every(page, languages, PATH, month, "/me/stats", "/rules/credits"):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if size == "phone" and page.url.startswith(f"{visit.url}{PATH}"):
            fits(page)
            assert page.locator(".stats-tabs").evaluate("tabs => tabs.scrollWidth - tabs.clientWidth") == 0
