"""Choosing how well the computer plays: for a new table, on the front page, and what is said of it."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND
from tests.support.chromium import DESKTOP, PHONE, Size, Visits

pytestmark = pytest.mark.browser


def _plays(page: Page, name: str) -> None:
    """The computer sits opposite, and is called so."""
    page.wait_for_function("() => ['roll', 'move'].includes(window.zaria?.table?.view.value.phase)")
    expect(page.locator("#opp .name")).to_contain_text(f"Zaria · {name}")


@pytest.mark.parametrize(
    ("size", "game"),
    [
        pytest.param(PHONE, "tapa", id="phone"),
        pytest.param(DESKTOP, "russian-draughts", id="desktop", marks=pytest.mark.slow),
    ],
)
def test_a_level_is_chosen_and_kept(visit: Visits, size: Size, game: str) -> None:
    page = visit(path=f"/new/{game}", size=size, settings=BY_HAND)
    expect(page.locator("input[name=level]:checked")).to_have_value("1")
    page.locator("label", has=page.locator("input[name=level][value='4']")).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    page.locator(".btn[value=computer]").click()
    _plays(page, "Expert")
    title = page.locator("#opp .name span").first.get_attribute("title") or ""
    assert title.startswith("Plays in tournaments · Engine: ")

    page.goto(visit.url)
    expect(page.locator("select[name=level]")).to_have_value("4")
    page.locator("select[name=level]").select_option("1")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["viewport"]["width"]
    expect(page.locator(".hero .pri")).to_contain_text("Beginner")
    page.locator(".hero .pri").click()
    _plays(page, "Beginner")
    expect(page.locator("#opp .name")).not_to_contain_text("Expert")


@pytest.mark.slow
def test_after_three_losses_the_level_below_is_offered(visit: Visits) -> None:
    page = visit(path="/new/tabla", size=PHONE, settings=BY_HAND)
    page.evaluate("""localStorage.setItem(
        'zaria.rows', JSON.stringify({tabla: {level: 3, row: -2, last: 'another'}}))""")
    page.locator("label", has=page.locator("input[name=level][value='3']")).click()
    page.locator(".btn[value=computer]").click()
    seat = Seat(page)
    seat.wait("roll", "move")
    seat.resign(1)
    offer = page.locator("#level-offer")
    expect(offer).to_contain_text("Easy")
    expect(page.locator(".level-offer")).to_contain_text("You lost three times in a row.")
    page.reload()
    expect(offer).to_contain_text("Plays at home")
    offer.click()
    _plays(page, "Easy")
    seat.resign(1)
    expect(page.locator("#rematch")).to_be_visible()
    assert page.evaluate("JSON.parse(localStorage.getItem('zaria.rows')).tabla.row") == -1
    assert page.evaluate("Object.keys(JSON.parse(localStorage.getItem('zaria.rows')).tabla.offers)") == ["2"]
    expect(offer).to_have_count(0)
