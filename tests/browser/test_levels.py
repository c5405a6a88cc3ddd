"""Choosing how well the computer plays: for a new table, on the front page, and what is said of it."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.table_pages import BY_HAND
from tests.support.chromium import DESKTOP, PHONE, Size, Visits

pytestmark = pytest.mark.browser


def _plays(page: Page, name: str) -> None:
    """The computer sits opposite, and is called so."""
    page.wait_for_function("() => ['roll', 'move'].includes(window.zaria?.table?.view.value.phase)")
    expect(page.locator("#opp .name")).to_contain_text(f"Zaria · {name}")


@pytest.mark.parametrize(
    ("size", "game"), [(PHONE, "tapa"), (DESKTOP, "russian-draughts")], ids=["phone", "desktop"]
)
def test_a_level_is_chosen_and_kept(visit: Visits, size: Size, game: str) -> None:
    page = visit(path=f"/new/{game}", size=size, settings=BY_HAND)
    expect(page.locator("input[name=level]:checked")).to_have_value("3")
    page.locator("label", has=page.locator("input[name=level][value='4']")).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    page.locator("button[value=computer]").click()
    _plays(page, "Expert")
    assert (page.locator("#opp .name span").first.get_attribute("title") or "").startswith("Engine: ")

    page.goto(visit.url)
    expect(page.locator("select[name=level]")).to_have_value("4")
    page.locator("select[name=level]").select_option("1")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    page.get_by_role("button", name="Play now").click()
    _plays(page, "Beginner")
    expect(page.locator("#opp .name")).not_to_contain_text("Expert")
