"""A turn by keys alone, from the front page on."""

import pytest

from tests.support.browser.keyboard import tab_to, walk
from tests.support.browser.table_page import Seat
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits, becomes

pytestmark = pytest.mark.browser


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
