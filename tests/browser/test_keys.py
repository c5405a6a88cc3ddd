"""A turn by keys alone, from the front page on."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.table_page import Seat
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits, becomes

pytestmark = pytest.mark.browser


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def walk(page: Page, to: int) -> None:
    """From the point that has the focus to another, by arrows; the home is on the right."""
    for _ in range(40):
        at = page.evaluate("() => Number(document.activeElement.dataset.at)")
        near = at <= 12
        if at == to:
            return
        if near != (to <= 12):
            page.keyboard.press("ArrowUp" if near else "ArrowDown")
        else:
            page.keyboard.press("ArrowLeft" if (at < to) == near else "ArrowRight")
    raise AssertionError(f"point {to} cannot be reached by arrows")


@pytest.mark.parametrize("size", by_day(("desktop",), SIZES))
def test_keys_alone_play_a_turn(visit: Visits, size: str) -> None:
    page = visit("/", size=SIZES[size])
    tab_to(page, "#tabla .go")
    page.keyboard.press("Enter")
    seat = Seat(page)
    seat.wait("move")
    tab_to(page, ".skip")
    page.keyboard.press("Enter")
    becomes(page, "document.activeElement.matches('#board [data-at]')", True)
    while seat.wait("move", "done") == "move":
        way = seat.ways()[0]
        walk(page, way.src)
        page.keyboard.press("Enter")
        if way.choices > 1:
            walk(page, way.dst)
            page.keyboard.press("Enter")
    moves, roll = seat.state()["moves"], seat.state()["roll"]
    page.keyboard.press("U")
    assert seat.wait("move") == "move"
    assert seat.state()["moves"] == moves[:-1]
    way = next(way for way in seat.ways() if way.src == moves[-1][0])
    walk(page, way.src)
    page.keyboard.press("Enter")
    if way.choices > 1:
        walk(page, way.dst)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_function("n => zaria.table.latest.value.roll_no > n", arg=roll)
