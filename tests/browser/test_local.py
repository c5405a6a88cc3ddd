"""Two people at one tablet: a game without an account, the board lying still or turning, the next game."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, check_dice
from tests.support.chromium import Size, Visits

pytestmark = pytest.mark.browser

TABLET: Size = {
    "viewport": {"width": 820, "height": 1180},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
LIES = """() => {
  const { table, view: board } = zaria, side = table.you.value;
  return { side, near: board.g.isNear(1), below: document.querySelector('#me .name').textContent.trim() };
}"""
"""The side that acts, whether its home is near, and whose card is below."""


def lies(seat: Seat) -> tuple[int, bool, str]:
    seat.wait("roll", "move", "done")
    return tuple(seat.page.evaluate(LIES).values())


def test_two_people_play_on_one_tablet(visit: Visits, tmp_path: Path) -> None:
    page = visit("/new/tabla", size=TABLET, settings=BY_HAND)
    page.get_by_text("Names of the two players").click()
    page.get_by_label("Light", exact=True).and_(page.locator("input[type=text]")).fill("<i>Ана")
    page.locator("#local").click()
    page.wait_for_url("**/t/*")
    seat = Seat(page)
    sides = set()
    for _ in range(2):  # the board lies between them, light below
        side, near, below = lies(seat)
        assert (near, below) == (side == 0, "<i>Ана")
        sides.add(side)
        seat.turn()
    assert sides == {0, 1}
    badges = "all => all.map((badge) => getComputedStyle(badge).backgroundColor)"
    assert len(set(page.locator(".card .av").evaluate_all(badges))) == 2

    seat.press("#tab-settings")
    seat.press("[data-set=local_turn]")
    sides = set()
    for _ in range(2):
        side, near, below = lies(seat)
        assert (near, below) == (True, ("<i>Ана", "Dark")[side])
        sides.add(side)
        seat.turn()
    assert sides == {0, 1}
    expect(page.locator("#tab-chat")).to_have_count(0)

    loser = lies(seat)[0]
    seat.press("#resign")
    for _ in range(2):
        seat.press("[data-resign='1']")
    seat.wait("resign")
    assert seat.state()["you"] == 1 - loser
    seat.press("#accept")
    seat.wait("over")
    expect(page.locator("#outcome")).to_have_text(f"{('Dark', '<i>Ана')[loser]} won")
    expect(page.locator("#analyse")).to_be_visible()
    check_dice(seat, tmp_path)
    old = page.url
    seat.press("#rematch")
    page.wait_for_url(lambda url: "/t/" in url and url.split("#")[0] != old)
    assert lies(Seat(page))[1]
    page.goto(f"{old}/replay")
    expect(page.get_by_text("<i>Ана").first).to_be_visible()
