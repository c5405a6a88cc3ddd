"""Arrows that a commentator draws by pointer, by touch and by keys, on the layer of a broadcast."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_languages import NOTHING, fits
from tests.browser.test_overlay import FULL_HD
from tests.browser.test_profile import at
from tests.support.browser.table_page import Seat
from tests.support.chromium import PHONE, Size, Visits
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser


def drawing(visit: Visits, member: Somebody, path: str, size: Size) -> Page:
    visitor: BrowserContext = at(member, visit.visitor(size))
    page = visit.page(visitor, f"{path}/commentary")
    expect(page.locator("html[data-ready]")).to_be_attached()
    return page


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    box = page.locator("#board svg:has(.men)").bounding_box()
    assert box is not None
    for (x, y), act in ((start, page.mouse.down), (end, page.mouse.up)):
        page.mouse.move(box["x"] + x * box["width"], box["y"] + y * box["height"])
        act()


def test_arrows_are_on_the_layer_until_the_position_changes(visit: Visits) -> None:
    member = Somebody(visit.url).join()
    path = member.set_table(game="tabla", opponent="computer", speed="none")
    page = drawing(visit, member, path, {"viewport": {"width": 1280, "height": 800}})
    layer = visit(f"{path}/overlay?board=1&by={member.login}", size=FULL_HD)
    drag(page, (0.2, 0.2), (0.6, 0.7))
    expect(page.locator("#drawing-status")).to_have_text("Shown")
    drag(page, (0.8, 0.3), (0.8, 0.3))
    expect(page.locator(".drawn circle")).to_have_count(1)
    expect(layer.locator(".drawn .head")).to_have_count(1)
    expect(layer.locator(".drawn circle")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(layer.locator(".drawn circle")).to_have_count(0)
    expect(layer.locator(".drawn .head")).to_have_count(1)

    player = visit.page(at(member, visit.visitor(PHONE)), path)
    seat = Seat(player)
    seat.turn()
    expect(layer.locator(".drawn .head")).to_have_count(0)
    expect(page.locator(".drawn .head")).to_have_count(0)
    expect(page.get_by_role("button", name="Clear")).to_be_disabled()


def test_keys_alone_draw(visit: Visits) -> None:
    member = Somebody(visit.url).join()
    page = drawing(visit, member, member.set_table(game="russian-draughts"), PHONE)
    fits(page, small=NOTHING)
    page.locator("#board").focus()
    for key in ("ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#drawing-status")).to_have_text("Shown")
    expect(page.locator(".drawn .head")).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(page.locator(".drawn .head")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
