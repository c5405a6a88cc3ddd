"""Pages of credits in browsers: payments at a real localstripe, limits that are met, actions of the staff."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_credits import balance
from tests.browser.test_languages import NOTHING, fits
from tests.browser.test_profile import at
from tests.browser.test_shop import LAPIS, buy
from tests.browser.test_stakes import balances, lose, stake
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND
from tests.support.chromium import PHONE, Visits, becomes, wait_for_resources
from tests.support.club.local_stripe import LocalStripe, local_stripe
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import MEMBERS, boss_at, number
from tests.support.servers import Server

__all__ = ["local_stripe"]

pytestmark = [pytest.mark.browser, pytest.mark.service, pytest.mark.xdist_group("credit pages")]


class Club(NamedTuple):
    """A club that sells credits, and the first of its staff."""

    server: Server
    stripe: LocalStripe
    boss: Somebody


@pytest.fixture(scope="module")
def club(local_stripe: LocalStripe, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Its ledger must balance after all tests."""
    variables: dict[str, Any] = {**local_stripe.environment}
    server = Server(tmp_path_factory.mktemp("club"), **variables)
    yield Club(server, local_stripe, boss_at(server.url, server.data, **server.more))
    balances(server)
    server.stop()


@pytest.fixture
def visit(visits: Callable[[Server], Visits], club: Club) -> Visits:
    """Visits to the club."""
    return visits(club.server)


def own(page: Page) -> str:
    """The available amount in the head of the page."""
    return page.locator(".nav .balance [data-balance=available]").inner_text()


@pytest.mark.slow
def test_a_member_tops_up_plays_on_a_bought_board_and_meets_a_limit(visit: Visits, club: Club) -> None:
    member, opponent = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(member, visit.visitor(settings=BY_HAND)), "/shop")
    page.get_by_role("button", name="Collect your gift").click()
    balance(page, "1,100.00", "0.00")

    page.locator("#top-up").get_by_role("radio", name="5.00 EUR").check()
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page).to_have_url(re.compile(f"^{club.stripe.url}/"))
    page.get_by_role("link", name="Back").click()
    expect(page.locator(".verdict")).to_contain_text("You left the payment page without paying.")
    page.get_by_role("link", name="Back to the payment page").click()
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("500.00 credits have been added to your balance.")
    balance(page, "1,600.00", "0.00")

    buy(page, "board-lapis")
    page.get_by_role("button", name="Use", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-skin", "lapis")
    before = own(page)

    page.goto("/me/limits")
    page.get_by_label("Highest stake").fill("10")
    page.get_by_role("button", name="Save the limits").click()
    expect(page.get_by_label("Highest stake")).to_have_value("10.00")
    visit.forgive("422")
    page.goto("/new/tabla")
    stake(page, stake="2.00", most="20.00")
    page.locator("button[value=friend]").click()
    refused = page.locator(".wrong", has_text="This stake is above your limit")
    expect(refused).to_be_visible()
    page.fill("[name=most]", "5.00")
    page.locator("button[value=friend]").click()

    link = page.locator(".link input").input_value()
    guest = Seat(visit.page(at(opponent, visit.visitor(PHONE, settings=BY_HAND)), link), seed=2)
    agreed = guest.page.locator(".facts dt", has_text="Stake").locator("+ dd > div")
    expect(agreed).to_have_text(
        ["2.00", "at most 5.00", "fee: 5% of both stakes", "held until the end: 5.00"]
    )
    guest.press("#sit")
    host = Seat(page)
    host.press("#sit")  # a rated match asks whether both are ready
    for seat in (host, guest):
        seat.wait("theirs", "move", "roll")
    becomes(page, LAPIS, "#1c3a7a")
    title = guest.page.locator(".title.phone")
    expect(title.locator("small")).to_have_text("stake 2.00–5.00")
    title_box, head = title.bounding_box(), guest.page.locator("#nav").bounding_box()
    assert title_box is not None
    assert head is not None
    assert title_box["height"] <= head["height"] - 6, "the title touches the edges of the head"
    lose((host, guest), 3)
    match = page.url.partition("#")[0].rpartition("/")[2]
    page.goto("/me/stats/credits")
    page.locator("#main .stats-entries li").first.locator("a.what").click()
    expect(page).to_have_url(re.compile(f"/t/{match}"))
    assert own(page) != before

    staff = visit.page(at(club.boss, visit.visitor()), f"/staff/results/played/{match}/change/")
    staff.get_by_role("link", name="Void").click()
    staff.get_by_label("Reason").fill("Two accounts")
    staff.get_by_role("button", name="Void").click()
    expect(staff.get_by_text("Done, and recorded in the log.")).to_be_visible()
    balance(page, before, "0.00")
    balance(guest.page, "1,000.00", "0.00")


@pytest.mark.slow
def test_a_card_that_is_declined_pays_nothing(visit: Visits, club: Club) -> None:
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(PHONE)), "/top-up")
    fits(page)
    page.get_by_label("Another amount").fill("0.1")
    page.get_by_role("button", name="Pay", exact=True).tap()
    visit.forgive("422")
    expect(page.locator("#top-up-error")).to_be_visible()
    fits(page)
    visit.forgive("402")
    page.get_by_label("Another amount").fill("12,50")
    page.get_by_role("button", name="Pay", exact=True).tap()
    expect(page).to_have_url(re.compile(f"^{club.stripe.url}/"))
    there = page.url
    page.get_by_role("button", name="Pay with a bad card").tap()
    expect(page.get_by_text("declined")).to_be_visible()
    page.goto(there)
    page.get_by_role("button", name="Pay by bank").tap()
    expect(page.locator(".verdict")).to_contain_text("Your bank hasn't confirmed the payment yet.")
    fits(page)
    balance(page, "1,000.00", "0.00")


@pytest.mark.slow
def test_a_page_that_waits_shows_the_payment_without_being_loaded_again(visit: Visits, club: Club) -> None:
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(PHONE)), "/top-up")
    page.locator("#top-up").get_by_role("radio", name="5.00 EUR").check()
    page.get_by_role("button", name="Pay", exact=True).tap()
    expect(page).to_have_url(re.compile(f"^{club.stripe.url}/"))
    there = page.url
    page.goto(f"/top-up/{club.stripe.session(there.rpartition('/')[2])['client_reference_id']}")
    expect(page.locator(".verdict")).to_contain_text("Waiting for the payment")
    page.evaluate("document.body.dataset.loaded = 'once'")
    assert club.stripe.pay(there).status_code == 303
    expect(page.locator(".verdict")).to_contain_text("500.00 credits have been added to your balance.")
    expect(page.locator("body")).to_have_attribute("data-loaded", "once")
    balance(page, "1,500.00", "0.00")
    fits(page)


@pytest.mark.slow
def test_limits_a_reminder_and_a_pause_on_a_phone(visit: Visits) -> None:
    somebody = Somebody(visit.url).join()
    page = visit.page(at(somebody, visit.visitor(PHONE)), "/me/limits")
    fits(page)
    field = page.get_by_label("Highest stake")
    field.fill("10")
    page.get_by_role("button", name="Save the limits").tap()
    field.fill("50")
    page.get_by_role("button", name="Save the limits").tap()
    expect(page.locator(".pending")).to_contain_text("10.00 now, 50.00 from")
    fits(page)
    page.get_by_role("button", name="Cancel the change").tap()
    expect(page.locator(".pending")).to_have_count(0)
    expect(field).to_have_value("10.00")
    every = page.locator("form[action='/me/limits/reminder']")
    every.locator("label").last.tap()
    every.get_by_role("button", name="Save").tap()
    expect(every.locator("label").last.locator("input")).to_be_checked()
    page.locator("form[action='/me/limits/pause'] label").first.tap()
    page.get_by_role("button", name="Pause", exact=True).tap()
    expect(page.locator(".alert")).to_contain_text("You have paused stakes and top-ups until")
    fits(page)
    page.goto("/new/tabla")
    expect(page.locator("[name=stake]")).to_have_count(0)
    expect(page.locator(".options .alert")).to_contain_text("You have paused stakes and top-ups.")


@pytest.mark.slow
def test_the_staff_moves_credits_and_takes_it_back(visit: Visits, club: Club) -> None:
    somebody = Somebody(visit.url).join()
    member = f"{MEMBERS}{number(club.boss, somebody.login)}/change/"
    member_page = visit.page(at(somebody, visit.visitor(settings={})), "/rules")
    wait_for_resources(member_page)
    page = visit.page(at(club.boss, visit.visitor(PHONE)), member)

    def do(action: str, *more: tuple[str, str]) -> None:
        page.get_by_role("link", name=action, exact=True).tap()
        page.get_by_label("Reason").fill("A prize")
        for label, value in more:
            page.get_by_label(label).fill(value)
        page.get_by_role("button", name=action, exact=True).tap()
        expect(page.get_by_text("Done, and recorded in the log.")).to_be_visible()
        expect(page.locator(".nav .brand")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, action

    do("Grant credits", ("Amount", "50"))
    balance(member_page, "1,050.00", "0.00")
    do("Take credits", ("Amount", "20.50"))
    balance(member_page, "1,029.50", "0.00")
    do("Book a pay-out", ("Amount", "29.50"), ("Reference", "bank 7"))
    balance(member_page, "1,000.00", "0.00")
    expect(page.locator("#credits")).to_contain_text("Balance: 1,000.00 credits")
    page.goto("/staff/staff/act/")
    page.locator("#result_list tbody tr").nth(1).locator("th a").tap()  # the amount that was taken
    do("Book back")
    balance(member_page, "1,020.50", "0.00")
    page.goto("/staff/flows")
    expect(page.get_by_text("Nothing suspicious found.")).to_be_visible()
    page.get_by_label("Period").select_option(index=0)
    page.get_by_role("button", name="Show").tap()
    expect(page.get_by_text("Nothing suspicious found.")).to_be_visible()
    fits(page, small=NOTHING)
