"""Two who have played all their rated matches of a day read it on the sheet, before they tap.

Without a stake they can go on unrated; for a stake they cannot.
"""

import asyncio
import html
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.support.chromium import Visits
from tests.support.club.member_client import Somebody
from tests.support.club.rated_matches import fight, plays_on, resigns
from zaria.club.ratings.limits import RatingLimits

pytestmark = pytest.mark.browser

TABLE = {"game": "tabla", "opponent": "friend", "clock": "quick", "rated": "yes"}
BEFORE = {"now": [None, None], "changes": [None, None], "left": None}
STAKED = {**TABLE, "stake": "1.00"}
NOT_FOR_A_STAKE = "You two have reached today's limit of rated matches, and a staked match is always rated."


def sign_in(context: BrowserContext, who: Somebody) -> BrowserContext:
    """Let a browser be a member's."""
    cookies = dict(who.cookies)
    context.add_cookies([{"name": name, "value": cookies[name], "url": who.url} for name in cookies])
    return context


@pytest.mark.slow
def test_the_sheet_says_that_a_match_is_not_rated(visit: Visits) -> None:
    ann, bob = Somebody(visit.url).join(), Somebody(visit.url).join()
    host_browser, guest_browser = sign_in(visit.visitor(new=True), ann), sign_in(visit.visitor(new=True), bob)
    waiting, for_a_stake = ann.set_table(**TABLE), ann.set_table(**STAKED)
    page, staked = visit.page(guest_browser, waiting), visit.page(guest_browser, for_a_stake)
    for table_page in (page, staked):
        expect(table_page.locator(".facts")).to_contain_text("rated")
        expect(table_page.locator(".unrated, .barred")).to_have_count(0)
        expect(table_page.locator("#sit")).to_be_visible()
    played = []
    with ThreadPoolExecutor(1) as beside:  # Playwright has this thread's event loop
        for fields in [STAKED] + [TABLE] * (RatingLimits().a_day - 1):
            last = ann.set_table(**fields)
            played.append(last)
            match_id = last.rpartition("/")[2]
            beside.submit(asyncio.run, fight(match_id, ann, bob, plays_on, resigns)).result()
    over = visit.page(guest_browser, played[-1])
    expect(over.locator("#rematch")).to_contain_text("unrated")
    expect(over.locator("#rated")).to_be_visible()  # so no news of it comes to the next pages
    guest_browser.route("**/ratings", lambda route: route.fulfill(json=BEFORE))
    for table_page in (page, staked):
        with table_page.expect_response("**/ratings"):
            table_page.reload()
    guest_browser.unroute("**/ratings")
    for table_page in (page, staked):  # pages that have not heard of it say why nobody sits down
        table_page.locator("#sit").click()
    expect(page.locator(".unrated").first).to_contain_text("today's limit of rated matches (5)")
    page.locator("#sit").click()
    expect(page.locator("#me .name").filter(has_text=bob.login)).to_be_visible()
    host = visit.page(host_browser, waiting)
    expect(host.locator("#me .name, #opp .name").filter(has_text=bob.login)).to_be_visible()
    host.get_by_role("tab", name="Table").click()
    expect(host.locator(".unrated")).to_contain_text("unrated")
    for table_page in (staked, visit.page(guest_browser, for_a_stake), visit.page(guest_browser, played[0])):
        expect(table_page.locator(".barred")).to_contain_text(NOT_FOR_A_STAKE)
        expect(table_page.locator("#sit, #rematch, .unrated")).to_have_count(0)
    expect(staked.locator(".facts")).to_contain_text("rated")
    handle = bob.get("/").json("boot")["me"]
    refused = ann.post("/new", **{**STAKED, "opponent": "person", "to": handle})
    assert refused.status == 422
    assert NOT_FOR_A_STAKE in html.unescape(refused.text)
