"""A member at a rated table: ratings beside the names, what the match changes, the end of their session."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from tests.browser.test_rules import weight
from tests.club.ratings.test_rated_tables import CHESS, fight
from tests.club.server.test_sockets import dial
from tests.support.chromium import Visits
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser
LIGHT = 60 * 1024
"""Bytes over the line for a first visit to a table, headers included."""


@pytest.mark.slow
def test_a_rated_match_and_a_session_that_ends(visit: Visits) -> None:
    host, opponent = Somebody(visit.url).join(), Somebody(visit.url).join()
    path = host.set_table(opponent="friend", **CHESS)
    guest = visit(path)
    expect(guest.locator("#sign-in")).to_have_attribute("href", f"/account/login/?next={path}")
    expect(guest.locator("#sit")).to_have_count(0)

    member = visit.visitor(new=True)
    cookies = dict(host.cookies)
    member.add_cookies([{"name": name, "value": cookies[name], "url": visit.url} for name in cookies])
    page = visit.page(member, path)
    expect(page.locator("#share")).to_be_visible()  # the member sits
    # a member: with the balance and the menu of credits
    assert weight(page) <= LIGHT
    second_browser = visit.visitor(new=True)
    # Playwright takes cookies as it gives them, but has two types for them.
    second_browser.add_cookies(member.cookies())  # type: ignore[arg-type]
    tables = visit.page(second_browser, host.set_table(opponent="friend", game="tabla", clock="quick"))
    expect(tables.locator("#share")).to_be_visible()
    assert weight(tables) <= LIGHT
    watcher = visit(tables.url)
    expect(watcher.locator("#side")).to_be_visible()
    assert weight(watcher) <= LIGHT

    async def play() -> None:
        async with dial(visit.url, host.cookies) as light, dial(visit.url, opponent.cookies) as dark:
            await fight(path.rpartition("/")[2], light, dark, sits=(dark,))

    with ThreadPoolExecutor(1) as beside:  # Playwright has this thread's event loop
        beside.submit(asyncio.run, play()).result()
    expect(page.locator("#rated dd").first).to_have_text("+10 → 510")
    expect(page.locator("#me .rating")).to_have_text("510")
    expect(guest.locator("#opp .rating, #me .rating").first).to_be_visible()
    page.reload()
    expect(page.locator("#rated dd").last).to_have_text("−10 → 490")
    expect(page.locator("#rating-reason")).to_contain_text("was rated as you were.")
    host.fill("/account/logout/")
    member.clear_cookies(name="zaria_session")  # as the other tab's answer does
    expect(page.locator("body[data-member]")).to_have_count(0)
    expect(page.locator("#rematch")).to_have_count(0)
