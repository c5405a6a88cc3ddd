"""The rooms on the pages of tournaments and federations."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.test_profile import at
from tests.browser.test_tournaments import announced
from tests.support.chromium import DESKTOP, PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import entrusted
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_members_write_in_rooms(server: Server, visit: Visits) -> None:
    ann = Somebody(server.url).join()
    page = visit.page(at(ann, visit.visitor(DESKTOP)), "/tournaments")
    tournament = announced(page)
    page.goto(tournament)
    page.locator(".room summary").click()
    page.locator("[data-phrase=hello]").click()
    expect(page.locator(".chat-line.sent[data-n] > span")).to_have_text(["Hello!"])

    stranger = visit.page(at(Somebody(server.url).join(), visit.visitor(DESKTOP)), tournament)
    stranger.locator(".room summary").click()
    expect(stranger.locator(".chat > .chat-none")).to_have_text("You can't read or write here.")
    bob = Somebody(server.url).join()
    assert bob.fill(f"{urlsplit(tournament).path}/enter").status in (302, 303)
    bob_page = visit.page(at(bob, visit.visitor(PHONE)), tournament)
    unread = bob_page.locator(".room summary .badge")
    expect(unread).to_have_text("1")
    page.locator("[data-phrase=goodbye]").click()
    expect(unread).to_have_text("2")
    bob_page.locator(".room summary").tap()
    expect(bob_page.locator(".chat-line > span")).to_have_text(["Hello!", "Goodbye!"])
    expect(unread).to_be_hidden()
    bob_page.reload()
    page.locator("[data-phrase=thank_you]").click()
    expect(unread).to_have_text("1")

    phone = visit.page(at(ann, visit.visitor(PHONE)), f"/f/{entrusted(server, ann)}")
    phone.locator(".room summary").tap()
    phone.locator(".chat input").fill("Who plays tonight?")
    phone.locator(".chat input").press("Enter")
    expect(phone.locator(".chat-line.sent[data-n] > span")).to_have_text(["Who plays tonight?"])
