"""A spectator's way: the board of a match on the page for spectators, its last position, and the help."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import NOTHING, fits
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.socket_seat import resign_at_once, sit
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_spectator_follows_a_match_to_its_end(server: Server, visit: Visits) -> None:
    beside = ThreadPoolExecutor(2)  # Playwright has this thread's event loop
    host, guest = Somebody(server.url).join(), Somebody(server.url).join()
    path = host.set_table(game="tapa", opponent="anyone", clock="quick")
    guest.get(path)
    for player in (host, guest):
        beside.submit(asyncio.run, sit(server, player, path)).result()

    page = visit("/watch", size=PHONE, locale="el-GR")
    board = page.locator(f'[data-board="{path.rpartition("/")[2]}"]')
    expect(board.locator(".men > :is(.mb-l, .mb-d)")).to_have_count(2)
    fits(page, small=NOTHING)
    leaving = [beside.submit(asyncio.run, resign_at_once(server, who, path)) for who in (host, guest)]
    for future in leaving:
        future.result()
    expect(board).to_have_count(0)

    page.goto(f"/@{host.login}")
    page.locator("[data-final]").scroll_into_view_if_needed()
    expect(page.locator("[data-final] .men > :is(.mb-l, .mb-d)")).to_have_count(2)
    fits(page, small=NOTHING)
    page.keyboard.press("?")
    expect(page).to_have_url(urljoin(visit.url, "/help"))
    beside.shutdown()
