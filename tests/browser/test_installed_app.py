"""The club as Chromium would install it, and the hint to do so."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_accessibility import ALL, AXE, THEME, WRONG
from tests.support.chromium import DESKTOP, PHONE, Size, Visits, becomes
from tests.support.requirements import missing
from zaria.club.lobby.installed_app import PARTS

pytestmark = pytest.mark.browser

LOADED = "async () => { await import('/static/zaria/js/app/main.js'); }"
YESTERDAY = "localStorage.setItem('zaria.app', JSON.stringify({ first: 'Sun Jan 04 2026' }))"
OFFER = """() => {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  event.prompt = () => { window.prompted = true; };
  dispatchEvent(event);
  return event.defaultPrevented;
}"""
"""Plays the part of Chromium, which offers to install the page."""
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"


INSERT = """async (names) => {
  document.querySelector('.no-line').style.display = 'flex';
  for (const name of names) {
    const bar = document.createElement('section');
    bar.className = 'app-bar';
    bar.setAttribute('role', 'status');
    bar.innerHTML = await (await fetch(`/app/${name}`)).text();
    document.body.prepend(bar);
  }
}"""
"""Lays all bars over a page at once."""


def visitor(visit: Visits, size: Size = DESKTOP, **options: Any) -> BrowserContext:
    """A visitor whose browser has workers."""
    return visit.visitor(size, workers=True, **options)


def ask(page: Page, method: str) -> dict[str, Any]:
    """The answer of the debugging protocol."""
    session = page.context.new_cdp_session(page)
    answer: dict[str, Any] = session.send(method)
    session.detach()
    return answer


def test_chromium_finds_no_fault_with_the_manifest(visit: Visits) -> None:
    page = visit.page(visitor(visit), "/")
    page.evaluate(LOADED)
    becomes(page, "async () => (await navigator.serviceWorker.ready).scope", f"{visit.url}/")
    assert ask(page, "Page.getInstallabilityErrors") == {"installabilityErrors": []}
    described = ask(page, "Page.getAppManifest")
    assert described["errors"] == []
    manifest = described["manifest"]
    assert manifest["startUrl"] == f"{visit.url}/"
    assert manifest["scope"] == f"{visit.url}/"
    assert manifest["display"] == "kStandalone"
    assert len(manifest["icons"]) == 5
    assert {shot["formFactor"] for shot in manifest["screenshots"]} == {"kNarrow", "kWide"}
    assert manifest["shareTarget"]["action"] == f"{visit.url}/replay/shared"
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == [
        f"{visit.url}/next",
        f"{visit.url}/me/waiting",
    ]


def test_the_hint_comes_once_on_the_second_day(visit: Visits) -> None:
    page = visit.page(visitor(visit, PHONE), "/rules")
    page.evaluate(LOADED)
    assert page.evaluate(OFFER) is False  # the first day
    page.evaluate(YESTERDAY)
    page.reload()
    page.evaluate(LOADED)
    assert page.evaluate(OFFER) is True
    bar = page.locator("#app-install")
    expect(bar).to_contain_text("Keep the club on your home screen")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bar.get_by_role("button", name="Install").click()
    expect(bar).to_have_count(0)
    assert page.evaluate("window.prompted") is True
    page.reload()
    page.evaluate(LOADED)
    assert page.evaluate(OFFER) is False
    expect(bar).to_have_count(0)


COUNTER = """(n) => {
  document.querySelector('[data-own-turns]')?.remove();
  document.body.insertAdjacentHTML('beforeend', `<b data-own-turns>${n}</b>`);
}"""
"""Stands in for the head of a member's page, which counts the tables that wait."""
BADGES = """() => {
  window.badges = [];
  navigator.setAppBadge = async (n) => { badges.push(n); };
  navigator.clearAppBadge = async () => { badges.push(0); };
}"""


def test_the_icon_shows_how_many_tables_wait(visit: Visits) -> None:
    page = visit.page(visitor(visit), "/rules")
    page.evaluate(BADGES)
    page.evaluate(COUNTER, 3)
    page.evaluate(LOADED)
    becomes(page, "() => badges", [3])
    page.evaluate("document.querySelector('[data-own-turns]').textContent = '4'")
    becomes(page, "() => badges", [3, 4])
    page.reload()
    page.evaluate(BADGES)
    page.evaluate(LOADED)  # of nobody for whom tables wait
    becomes(page, "() => badges", [0])


def test_a_device_is_asked_once_after_the_first_own_turn_by_the_day(visit: Visits) -> None:
    who = visitor(visit, PHONE)
    who.add_init_script("Object.defineProperty(Notification, 'permission', { value: 'default' })")
    page = visit.page(who, "/rules")
    page.evaluate(LOADED)
    expect(page.locator(".app-bar")).to_have_count(0)
    page.evaluate("localStorage.setItem('zaria.app', JSON.stringify({ hasTurn: true }))")
    page.reload()
    page.evaluate(LOADED)
    bar = page.locator("#app-notify")
    expect(bar).to_contain_text("Shall we tell you when it is your turn?")
    expect(bar.locator("a")).to_have_attribute("href", "/notices/settings")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bar.get_by_role("button", name="Not now").click()
    page.reload()
    page.evaluate(LOADED)
    expect(page.locator(".app-bar")).to_have_count(0)


def test_on_apples_phones_three_pictures_show_the_way(visit: Visits) -> None:
    page = visit.page(visitor(visit, PHONE, user_agent=IPHONE), "/rules")
    page.evaluate(YESTERDAY)
    page.reload()
    page.evaluate(LOADED)
    bar = page.locator("#app-install-ios")
    expect(bar.locator("li svg")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bar.get_by_role("button", name="Close").click()
    page.reload()
    page.evaluate(LOADED)
    expect(bar).to_have_count(0)


def test_axe_finds_nothing_in_the_bars_and_on_the_page_without_a_line(visit: Visits) -> None:
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    page = visit("/offline", size=PHONE)
    page.evaluate(INSERT, list(PARTS))
    page.evaluate(AXE.read_text(encoding="utf-8"))
    wrong = []
    for theme in ("light", "dark"):
        page.evaluate(THEME, theme)
        wrong += page.evaluate(WRONG, ALL)
    assert wrong == []
