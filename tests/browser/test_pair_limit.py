"""Two who have played all their rated matches of a day read it on the sheet, before they tap."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.chromium import Visits
from tests.support.club.member_client import Somebody
from tests.support.club.rated_matches import fight, plays_on, resigns
from zaria.club.ratings.limits import RatingLimits

pytestmark = pytest.mark.browser

TABLE = {"game": "tabla", "opponent": "friend", "clock": "quick", "rated": "yes"}


def sign_in(context: BrowserContext, who: Somebody) -> BrowserContext:
    """Let a browser be a member's."""
    kept = dict(who.cookies)
    context.add_cookies([{"name": name, "value": kept[name], "url": who.url} for name in kept])
    return context


def test_the_sheet_says_that_a_match_is_not_rated(visit: Visits) -> None:
    one, two = Somebody(visit.url).join(), Somebody(visit.url).join()
    hers, theirs = sign_in(visit.visitor(new=True), one), sign_in(visit.visitor(new=True), two)
    waiting = one.set_table(**TABLE)
    page = visit.page(theirs, waiting)
    expect(page.locator(".facts")).to_contain_text("rated")
    expect(page.locator(".unrated")).to_have_count(0)
    last = ""
    with ThreadPoolExecutor(1) as beside:  # Playwright has this thread's event loop
        for _ in range(RatingLimits().a_day):
            last = one.set_table(**TABLE)
            match_id = last.rpartition("/")[2]
            beside.submit(asyncio.run, fight(match_id, one, two, plays_on, resigns)).result()
    page.locator("#sit").click()  # a page that has not heard of it says why nobody sits down
    expect(page.locator(".unrated").first).to_contain_text("today's limit of rated matches (5)")
    seated = page.locator("#me .name").filter(has_text=two.login)
    expect(page.locator("#sit:enabled").or_(seated).first).to_be_visible()
    if not seated.count():
        page.locator("#sit").click()
    expect(seated).to_be_visible()
    host = visit.page(hers, waiting)
    expect(host.locator("#me .name, #opp .name").filter(has_text=two.login)).to_be_visible()
    host.get_by_role("tab", name="Table").click()
    expect(host.locator(".unrated")).to_contain_text("unrated")
    over = visit.page(theirs, last)
    expect(over.locator("#rematch")).to_contain_text("unrated")
