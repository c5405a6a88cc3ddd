"""The layer for a broadcast, in the browser source of a broadcasting program."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import NOTHING, fits
from tests.support.chromium import PHONE, Visits
from tests.support.club.socket_seat import resign_at_once, sit
from tests.support.http_client import Visitor
from tests.support.servers import Server

pytestmark = pytest.mark.browser

FULL_HD = {"viewport": {"width": 1920, "height": 1080}}
BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"


def test_a_match_is_followed_on_a_transparent_layer(server: Server, visit: Visits) -> None:
    host, guest = Visitor(server.url), Visitor(server.url)
    path = host.set_table(game="tapa", length="3")
    guest.get(path)
    with ThreadPoolExecutor(2) as beside:  # Playwright has this thread's event loop
        for player in (host, guest):
            beside.submit(asyncio.run, sit(server, player, path)).result()
        page = visit(f"{path}/overlay?board=1", size=FULL_HD)
        expect(page.locator(".line .points")).to_have_text(["0", "0"])
        expect(page.locator("#board .men > :is(.mb-l, .mb-d)")).to_have_count(2)
        assert page.evaluate(BACKGROUND) == "rgba(0, 0, 0, 0)"
        assert page.evaluate("document.body.scrollWidth <= 1920 && document.body.scrollHeight <= 1080")
        for who in (host, guest):
            beside.submit(asyncio.run, resign_at_once(server, who, path))
        expect(page.locator(".line .points").filter(has_not_text="0")).to_have_count(1)
    late = visit(f"{path}/overlay?delay=15", size=FULL_HD)
    expect(late.locator("#soon")).to_be_visible()
    expect(late.locator("#score")).to_be_hidden()


def test_its_address_is_made_on_a_phone(server: Server, visit: Visits) -> None:
    path = Visitor(server.url).set_table()
    page = visit(f"{path}/broadcast", size=PHONE, locale="el-GR")
    page.locator("[name=delay]").select_option("3")
    page.locator("[name=board]").tap()
    page.locator("form.fields .btn").tap()
    expect(page.locator("#overlay-address")).to_have_value(
        f"{visit.url}{path}/overlay?delay=3&board=1&lang=el"
    )
    fits(page, small=NOTHING)
