"""The shop in a browser: a gift, a board and checkers that are bought and worn, a treat at the table."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import fits
from tests.browser.test_looks import FELT
from tests.browser.test_profile import at
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import play_now
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, Visits, becomes
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser

LAPIS = "() => getComputedStyle(document.documentElement).getPropertyValue('--g0')"
JADE = "() => getComputedStyle(document.documentElement).getPropertyValue('--l1')"


def buy(page: Page, good: str) -> None:
    """Buy a good from its card in the window of the shop."""
    page.goto("/shop")
    page.locator(f"#{good} a.btn").click()
    page.get_by_role("button", name="Buy for").click()
    expect(page.get_by_role("button", name="Use", exact=True)).to_be_visible()


@pytest.mark.slow
def test_a_board_is_bought_and_played_on(visit: Visits) -> None:
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor()), "/shop")
    expect(page.locator("#gift .gift-ready")).to_be_visible()
    page.get_by_role("button", name="Collect your gift").click()
    expect(page.locator(".balance [data-balance=available]")).to_have_text("1,100.00")
    expect(page.locator("#gift .gift-left")).to_contain_text("h")
    buy(page, "board-lapis")
    page.get_by_role("button", name="Use", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-skin", "lapis")
    buy(page, "men-jade")
    page.goto("/")
    play_now(page)
    Seat(page).wait("move")
    becomes(page, LAPIS, "#1c3a7a")
    worn = page.evaluate(FELT)
    page.click("#tab-settings")
    page.get_by_role("button", name="Walnut", exact=True).click()
    assert page.evaluate(FELT) != worn
    page.get_by_role("button", name="Jade", exact=True).click()
    becomes(page, JADE, "#dff3dc")
    with page.expect_response("**/me/settings"):
        page.get_by_role("button", name="Lapis", exact=True).click()
    becomes(page, FELT, worn)
    page.goto("/rules")
    expect(page.locator("html[data-skin=lapis][data-men=jade]")).to_be_attached()
    becomes(page, JADE, "#dff3dc")


@pytest.mark.slow
def test_the_shop_needs_no_scripts(visit: Visits) -> None:
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(java_script_enabled=False)), "/shop")
    page.get_by_role("button", name="Collect your gift").click()
    expect(page.locator("#gift .gift-left")).to_contain_text("h")
    buy(page, "men-cherry")


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scheme"), by_day([("phone", "dark")], product(SIZES, ("light", "dark"))))
def test_pages_of_the_shop_fit(visit: Visits, size: str, scheme: str) -> None:
    width = SIZES[size]["viewport"]["width"]
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(SIZES[size], color_scheme=scheme)), "/shop")
    fits(page, width=width)
    for path in ("/shop/board-mosaic", "/shop/men-gold", "/treats", "/me"):
        page.goto(path)
        fits(page, width=width)


@pytest.mark.slow
def test_the_timer_counts_down_to_the_gift(visit: Visits) -> None:
    somebody = Somebody(visit.url).join()
    assert somebody.fill("/shop/gift", somebody.get("/shop")).status == 302
    page = visit.page(at(somebody, visit.visitor(new=True)), "/rules")
    page.clock.install()
    page.reload()
    countdown = page.locator("#gift .gift-left span").last
    expect(countdown).to_contain_text("h")
    page.clock.fast_forward("23:30:00")
    expect(countdown).to_have_text("30 min")
    page.clock.fast_forward("30:00")
    expect(page.locator("#gift .gift-ready")).to_be_visible()
    expect(page.locator("#gift .gift-left")).to_be_hidden()


@pytest.mark.slow
def test_a_treat_stands_beside_a_name(visit: Visits) -> None:
    host, friend = Somebody(visit.url).join(), Somebody(visit.url).join()
    path = host.set_table(game="chess", opponent="friend", rated="no")
    hosts = visit.page(at(host, visit.visitor()), path)
    friends = at(friend, visit.visitor(PHONE))
    page = visit.page(friends, path)
    page.locator("#sit").click()
    expect(hosts.locator("#opp .name")).to_contain_text(friend.login)
    hosts.click("#tab-terms")
    with hosts.expect_popup() as opened:
        hosts.get_by_role("link", name="Send a treat").click()
    form = opened.value
    form.get_by_role("radio", name="Coffee").check()
    form.get_by_role("button", name=f"For {friend.login}").click()
    form.get_by_role("button", name="Send for").click()
    expect(form.get_by_role("status").filter(has_text="sent.")).to_be_visible()
    form.close()
    for seen, side in ((hosts, "#opp"), (page, "#me")):
        expect(seen.locator(f"{side} .treat")).to_have_attribute("aria-label", f"Coffee from {host.login}")
    visit.forgive("net::ERR_FAILED")
    page.route("**/words/table", lambda route: route.abort(), times=1)
    page.reload()
    page.evaluate("window.same = true")
    expect(page.locator("#me .treat")).to_be_visible()
    assert page.evaluate("window.same"), "the page was loaded again for a word"
