"""Offers of other terms at an open table, on a phone and on a desktop."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_profile import at
from tests.support.chromium import NOWHERE, Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 780}
DESKTOP = {"width": 1280, "height": 800}


@pytest.mark.parametrize(
    ("owner_size", "reader_size"), [(DESKTOP, PHONE), pytest.param(PHONE, DESKTOP, marks=pytest.mark.slow)]
)
def test_two_members_agree_on_other_terms(
    server: Server, visit: Visits, owner_size: dict[str, int], reader_size: dict[str, int]
) -> None:
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    path = owner.set_table(opponent="anyone", colour="light", clock="calm", stake="10", most="20")
    at_owner = _open(visit, owner, owner_size)
    at_reader = _open(visit, reader, reader_size)
    at_owner.goto(server.url + path)
    at_owner.locator("#offers").wait_for()
    at_reader.goto(server.url + path)
    at_reader.locator("#offers").click()
    at_reader.locator("input[name=stake]").fill("15")
    at_reader.locator("input[name=most]").fill("30")
    at_reader.locator("input[name=most]").press("Tab")
    at_reader.locator("button[value=offer]").press("Enter")
    expect(at_reader.get_by_text("Waiting for an answer")).to_be_visible()
    expect(at_owner.locator("#offers .badge")).to_have_text("1")
    at_owner.locator("#offers").click()
    expect(at_owner.locator(".offer .changed dd")).to_contain_text("15.00")
    at_owner.get_by_text("Make a counter-offer").click()
    at_owner.locator("input[name=stake]").fill("12")
    at_owner.locator("button[value=offer]").click()
    expect(at_reader.get_by_text("Offer 2 of 3")).to_be_visible()
    for page, size in ((at_reader, reader_size), (at_owner, owner_size)):
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    at_reader.locator("button[value=accept]").click()
    at_reader.locator("#sit").wait_for()
    at_owner.locator("#sit").wait_for()
    assert at_owner.url == at_reader.url != server.url + path


@pytest.mark.slow
def test_the_lobby_leads_to_the_agreed_table(server: Server, visit: Visits) -> None:
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    path = owner.set_table(opponent="anyone", colour="light", clock="calm", stake="10", most="20")
    at_reader = _open(visit, reader, PHONE)
    at_reader.goto(f"{server.url}/?stakes=with")
    row = at_reader.locator("#lobby-list .row", has_text=owner.login)
    expect(row).to_contain_text("offers welcome")
    row.locator(".what").click()
    sheet = at_reader.locator("dialog.terms")
    expect(sheet.get_by_text("Offer other terms")).to_be_visible()
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")
    sheet.get_by_text("Offer other terms").click()
    at_reader.locator("input[name=stake]").fill("15")
    at_reader.locator("input[name=most]").fill("30")
    at_reader.locator("input[name=most]").press("Tab")
    at_reader.locator("button[value=offer]").press("Enter")
    expect(at_reader.get_by_text("Waiting for an answer")).to_be_visible()

    at_owner = _open(visit, owner, DESKTOP)
    at_owner.goto(server.url + path)
    badge = at_owner.locator("#offers .badge")
    expect(badge).to_have_text("1")
    at_owner.reload()
    expect(badge).to_have_text("1")
    at_owner.goto(f"{server.url}/?stakes=with")
    expect(at_owner.locator("#waiting .offers")).to_contain_text("Counter-offers: 1")
    expect(at_owner.locator("#lobby-list .row", has_text=owner.login)).not_to_contain_text("offers welcome")
    at_reader.locator("button[value=withdraw]").click()
    expect(at_owner.locator("#waiting .offers")).to_have_count(0)
    expect(at_reader.get_by_text("Withdrawn")).to_be_visible()
    at_reader.locator("input[name=stake]").fill("16")
    at_reader.locator("button[value=offer]").click()
    expect(at_owner.locator("#waiting .offers")).to_contain_text("1")

    at_reader.goto(f"{server.url}/?stakes=with")
    another_page = _open(visit, owner, DESKTOP)
    another_page.goto(f"{server.url}{path}/offers")
    another_page.locator("button[value=accept]").click()
    for page in (another_page, at_reader, at_owner):
        page.locator("#sit").wait_for()
        assert page.url == another_page.url


def _open(visit: Visits, member: Somebody, size: dict[str, int]) -> Page:
    """A page of a member, on a screen of this size."""
    return visit.page(at(member, visit.visitor({"viewport": size})), NOWHERE)
