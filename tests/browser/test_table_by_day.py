"""A table by the day in the browser: chosen, left open, found by somebody, and begun without its owner."""

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.test_pair_limit import sign_in
from tests.support.chromium import SIZES, Visits
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser

PHONE = SIZES["phone"]


def browser_of(visit: Visits, who: Somebody) -> BrowserContext:
    return sign_in(visit.visitor(PHONE, new=True), who)


def test_a_game_by_the_day_begins_while_its_owner_is_away(visit: Visits) -> None:
    ann, bob = Somebody(visit.url).join(), Somebody(visit.url).join()
    host_browser = browser_of(visit, ann)
    page = visit.page(host_browser, "/new/ugolki")
    days = page.locator(".by-day")
    expect(days).to_be_hidden()
    page.locator("[name=clock][value=days]").check()
    expect(days.get_by_text("7 d + 1 d per move")).to_be_visible()
    expect(days.get_by_text("Time for each turn")).to_be_hidden()
    days.locator("[name=pool][value=none]").check()
    expect(days.get_by_text("Time for each turn")).to_be_visible()
    days.locator("[name=days][value='5']").check()
    page.get_by_role("button", name="Open to anyone").click()
    expect(page.locator("#offered")).to_contain_text("5 d per move")
    table = page.url
    page.goto("/rules")
    expect(page.locator("#waiting a[href^='/t/']")).to_have_count(0)  # it needs nobody to remind its owner

    guest = visit.page(browser_of(visit, bob), "/?game=ugolki&speed=days")
    expect(guest.get_by_text("By the day: 5").first).to_be_visible()
    guest.goto(table)
    guest.locator("#sit").click()
    expect(guest.locator("#sit")).to_have_count(0)
    expect(guest.locator("#offered")).to_have_count(0)


def test_guests_are_led_to_registration(visit: Visits) -> None:
    page = visit("/new/ugolki", size=PHONE)
    expect(page.get_by_text("By the day", exact=True)).to_have_count(0)
    expect(page.get_by_text("Games by the day are for members")).to_be_visible()
