"""The pages that each visitor begins with, as axe sees them: nothing is wrong on any, in either theme."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.support.chromium import NOWHERE, Visits, wait_for_resources
from tests.support.club.member_client import Somebody
from tests.support.requirements import missing

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"
WRONG = """async (options) => (await axe.run(document, options)).violations.map(({ id, nodes }) =>
  `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)"""
ALL = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
COLOURS = {"runOnly": ["color-contrast"]}
THEME = "theme => { document.documentElement.dataset.theme = theme; document.adoptedStyleSheets = []; }"
"""Wears a theme, and is drawn as for a reader."""


def found(page: Page, path: str) -> list[str]:
    """Return what is wrong on a page: by all rules in dark, by those for colours in light."""
    page.goto(path)
    wait_for_resources(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(THEME, "dark")
    wrong = page.evaluate(WRONG, ALL)
    page.evaluate(THEME, "light")
    return [f"{path} {fault}" for fault in (*wrong, *page.evaluate(WRONG, COLOURS))]


@pytest.fixture
def page(visit: Visits) -> Page:
    """A newcomer's."""
    if not AXE.exists():
        missing("javascript", "axe is not installed")
    return visit(NOWHERE)


def join(page: Page, url: str) -> None:
    """Become a member."""
    cookies = dict(Somebody(url).join().cookies)
    page.context.add_cookies([{"name": name, "value": cookies[name], "url": url} for name in cookies])


def test_axe_finds_nothing(page: Page, visit: Visits) -> None:
    # on /help no sound is on, and the switches of single sounds are off, too
    wrong = [fault for path in ("/help", "/") for fault in found(page, path)]
    join(page, visit.url)
    wrong += found(page, "/me")
    assert wrong == []


@pytest.mark.slow
def test_axe_finds_nothing_on_the_front_page_of_who_comes_again(page: Page, visit: Visits) -> None:
    page.goto("/new/tabla")
    page.locator(".btn[value=computer]").click()
    page.wait_for_url("**/t/*")
    wrong = found(page, "/")
    join(page, visit.url)
    wrong += found(page, "/")
    assert wrong == []
