"""The pages of the staff in a browser: nothing in Django's admin offends our content security policy."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_profile import at
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import MEMBERS, boss_of, number
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_a_member_is_blocked_on_a_phone(server: Server, visit: Visits) -> None:
    boss, ann = boss_of(server), Somebody(server.url).join()
    key = number(boss, ann.login)
    page = visit.page(at(boss, visit.visitor(PHONE)), f"{MEMBERS}{key}/change/")
    page.get_by_role("link", name="Block").click()
    page.get_by_label("Reason").fill("Two accounts")
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("Done, and recorded in the log.")).to_be_visible()
    expect(page.get_by_text("Two accounts").first).to_be_attached()
    for path in ("/staff/", f"{MEMBERS}?state=blocked", "/staff/staff/act/", "/staff/results/played/"):
        page.goto(path)
        expect(page.locator(".nav .brand")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
