"""A turn by keys alone, from the front page on."""

import pytest

from tests.support.browser.keyboard import KeySeat, tab_to
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", by_day(("desktop",), SIZES))
def test_keys_alone_play_a_turn(visit: Visits, size: str) -> None:
    page = visit("/", size=SIZES[size])
    tab_to(page, "#tabla .go")
    page.keyboard.press("Enter")
    seat = KeySeat(page)
    while seat.wait("move", "done") == "move":
        seat.step(seat.ways()[0])
    moves, roll = seat.state()["moves"], seat.state()["roll"]
    page.keyboard.press("U")
    assert seat.wait("move") == "move"
    assert seat.state()["moves"] == moves[:-1]
    seat.step(next(way for way in seat.ways() if way.src == moves[-1][0]))
    page.keyboard.press("Enter")
    page.wait_for_function("n => zaria.table.latest.value.roll_no > n", arg=roll)
