"""A money session on a phone: from the form, over games that are given up, to its end between two games."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, set_table
from tests.support.chromium import PHONE, Visits

pytestmark = pytest.mark.browser


def test_a_session_goes_on_until_its_player_has_enough(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND)
    set_table(page, "tabla", "computer", length="0", level="1")
    seat = Seat(page)
    expect(page.locator(".pts")).to_have_text(["0", "0"])
    for lost in (1, 2):
        seat.wait("roll", "move", "done")
        for button in ("#menu", "#resign", "[data-resign='1']", "[data-resign='1']"):
            seat.press(button)
        expect(page.locator("#outcome")).to_have_text("You lost this game")
        expect(page.locator(".score b")).to_have_text(f"0 : {lost}")
        if lost == 1:
            seat.press("#next")
    seat.press("#finish")
    seat.wait("over")
    expect(page.locator("#outcome")).to_have_text("You lost")
    expect(page.locator(".how")).to_have_text("Money session")
    expect(page.locator(".score b")).to_have_text("0 : 2")
