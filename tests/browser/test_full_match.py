"""From the front page with one tap to a board, a whole match against the computer, and its dice checked."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, check_dice, play_now
from tests.support.chromium import Visits

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def test_visitor_plays_the_computer(visit: Visits, tmp_path: Path) -> None:
    page = visit(settings=BY_HAND)
    play_now(page)
    seat = Seat(page)
    seat.play_on()
    expect(page.locator("#outcome")).to_be_visible()
    check_dice(seat, tmp_path)
