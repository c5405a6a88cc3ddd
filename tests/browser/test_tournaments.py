"""The pages of tournaments in browsers: entry on a phone, the page that follows, the timer in the head."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_languages import NOTHING, every, fits
from tests.browser.test_profile import at
from tests.support.chromium import DESKTOP, PHONE, Visits
from tests.support.club.member_client import Somebody
from zaria.tournaments.draw import draw_key, drawn_order, seal

CHECK = """async ([secret, seal, drawn]) => {
  const map = JSON.parse(document.querySelector('script[type=importmap]').textContent).imports;
  const name = Object.keys(map).find((key) => key.includes('pages/tournament_draw'));
  const { check } = await import(map[name]);
  const page = document.createElement('div');
  page.innerHTML = `<b data-secret>${secret}</b><b data-seal>${seal}</b>`;
  return check('t1', page, drawn);
}"""
"""Check a draw of the tournament t1 by the script of the page."""

CHANGE_AND_ANNOUNCE = """() => {
  const most = document.getElementById('id_most');
  most.value = '6';
  most.dispatchEvent(new Event('input', { bubbles: true }));
  document.querySelector('button[value=announce]').click();
}"""
"""A tap on Announce in the same moment as a change."""

pytestmark = pytest.mark.browser


def announced(page: Page) -> str:
    """The address of a private tournament that the reader of `page` has set up."""
    page.goto("/tournaments/new")
    page.get_by_text("Friday eight").click()
    page.get_by_label("Title").fill("Evening of the café by the harbour")
    page.get_by_role("button", name="Announce").last.click()
    expect(page).to_have_url(re.compile(r"/director$"))
    return page.url.removesuffix("/director")


def test_announcing_right_after_a_change_waits_for_the_summary(visit: Visits) -> None:
    page = visit.page(at(Somebody(visit.url).join(), visit.visitor(PHONE)), "/tournaments/new?as=friday")
    page.get_by_label("Title").fill("Friday eight")
    page.evaluate(CHANGE_AND_ANNOUNCE)
    expect(page).to_have_url(re.compile(r"/director$"))
    expect(page.locator("main")).to_contain_text("From 4 to 6 players.")


def test_the_page_checks_a_draw_with_nonces_and_without(visit: Visits) -> None:
    secret = bytes(range(32))
    page = visit.page(at(Somebody(visit.url).join(), visit.visitor(DESKTOP)), "/tournaments")
    page.goto(announced(page))
    for nonces in (
        {"bob": "", "ann": "0123456789abcdef", "eve": "f" * 64},
        {"bob": "", "ann": "", "eve": ""},
    ):
        order = drawn_order(draw_key(secret, "t1", nonces), "t1", "pairs", nonces)
        drawn = " ".join(f"{player}:{nonces[player]}" for player in order)
        assert page.evaluate(CHECK, [secret.hex(), seal(secret), drawn])
        assert not page.evaluate(CHECK, [secret.hex(), seal(bytes(32)), drawn])
        assert not page.evaluate(CHECK, [secret.hex(), seal(secret), " ".join(reversed(drawn.split()))])
        assert not page.evaluate(
            CHECK, [secret.hex(), seal(secret), drawn.replace("bob:", "bob:" + "0" * 16)]
        )


def test_a_player_enters_on_a_phone_and_the_page_of_others_follows(visit: Visits) -> None:
    host, guest = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(host, visit.visitor(DESKTOP)), "/tournaments")
    address = announced(page)
    page.goto(address)
    expect(page.locator("#players")).to_contain_text("Nobody has entered yet.")
    page.locator("#chronology").scroll_into_view_if_needed()
    seen = page.locator("#chronology h2").bounding_box()

    phone = visit.page(at(guest, visit.visitor(PHONE)), address)
    fits(phone, small=NOTHING)
    phone.locator("#own").get_by_role("link", name="Enter").tap()
    expect(phone.locator("h1")).to_contain_text("Enter Evening")
    fits(phone)
    phone.get_by_role("button", name="Enter").tap()
    expect(phone.locator(".page-message")).to_contain_text("You have entered")
    expect(phone.locator("#own h2")).to_have_text("You are taking part")
    expect(phone.locator("#own .own-nonce code")).to_have_text(re.compile(r"^[0-9a-f]{32}$"))
    expect(phone.locator("#tournament-timer")).to_be_visible()
    expect(phone.locator("#players li.mine")).to_contain_text(guest.login)
    for _ in every(phone, ("el", "en")):
        fits(phone, small=NOTHING)
    phone.goto("/rules")
    expect(phone.locator("#tournament-timer")).to_have_attribute("href", re.compile(address[-10:]))

    expect(page.locator("#players")).to_contain_text(guest.login)
    expect(page.locator("#chronology")).to_contain_text(f"{guest.login} entered")
    now = page.locator("#chronology h2").bounding_box()
    assert seen is not None
    assert now is not None
    assert abs(seen["y"] - now["y"]) < 3

    phone.goto("/tournaments/mine")
    fits(phone)
    phone.get_by_role("link", name="Withdraw").tap()
    phone.get_by_role("button", name="Withdraw").tap()
    expect(phone.locator(".page-message")).to_contain_text("You have withdrawn")
    expect(phone.locator("#tournament-timer")).to_be_hidden()
    expect(page.locator("#players")).to_contain_text("Nobody has entered yet.")
    phone.goto("/tournaments")
    fits(phone)
