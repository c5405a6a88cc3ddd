"""Offers of other terms at an open table, on a phone and on a desktop."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.club.member_client import Somebody
from tests.support.servers import Server

PHONE = {"width": 360, "height": 780}
DESKTOP = {"width": 1280, "height": 800}


@pytest.mark.parametrize(
    ("owner_size", "reader_size"), [(DESKTOP, PHONE), pytest.param(PHONE, DESKTOP, marks=pytest.mark.slow)]
)
def test_two_members_agree_on_other_terms(
    server: Server, browser: Browser, owner_size: dict[str, int], reader_size: dict[str, int]
) -> None:
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    path = owner.set_table(opponent="anyone", colour="light", clock="calm", stake="10", most="20")
    errors: list[str] = []
    at_owner = _open(browser, server, owner, owner_size, errors)
    at_reader = _open(browser, server, reader, reader_size, errors)
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
    assert not errors


@pytest.mark.slow
def test_the_lobby_leads_to_the_agreed_table(server: Server, browser: Browser) -> None:
    owner, reader = (Somebody(server.url).join() for _ in range(2))
    path = owner.set_table(opponent="anyone", colour="light", clock="calm", stake="10", most="20")
    errors: list[str] = []
    at_reader = _open(browser, server, reader, PHONE, errors)
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

    at_owner = _open(browser, server, owner, DESKTOP, errors)
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
    another_page = _open(browser, server, owner, DESKTOP, errors)
    another_page.goto(f"{server.url}{path}/offers")
    another_page.locator("button[value=accept]").click()
    for page in (another_page, at_reader, at_owner):
        page.locator("#sit").wait_for()
        assert page.url == another_page.url
    assert not errors


def _open(
    browser: Browser, server: Server, member: Somebody, size: dict[str, int], errors: list[str]
) -> Page:
    context = browser.new_context(viewport={"width": size["width"], "height": size["height"]})
    context.add_cookies(
        [{"name": name, "value": value, "url": server.url} for name, value in member.cookies.items()]
    )
    page = context.new_page()
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    return page
