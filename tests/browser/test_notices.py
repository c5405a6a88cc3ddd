"""Notices in a browser: the bell counts live, and its pages fit a phone in the longest language."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import NOTHING, fits
from tests.browser.test_profile import at
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser


def test_the_bell_counts_and_its_pages_fit_a_phone(visit: Visits) -> None:
    ann, bob = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(ann, visit.visitor(PHONE)), "/rules")
    bell = page.locator("[data-unread=notices]")
    expect(bell).to_be_hidden()
    profile = bob.get(f"/people?login={ann.login}")
    assert bob.fill(f"/people/{ann.login}/follow", profile, next="/people").status == 302
    expect(bell).to_have_text("1")
    page.context.add_cookies([{"name": "zaria_language", "value": "el", "url": visit.url}])
    page.goto("/notices")
    expect(page.locator("main li.unread")).to_contain_text(bob.login)
    expect(bell).to_be_hidden()
    fits(page, small=NOTHING)
    page.goto("/notices/settings")
    fits(page, small=NOTHING)
    page.locator("[name=page-follower]").uncheck()
    page.locator("main form button").tap()
    expect(page.locator("[name=page-follower]")).not_to_be_checked()
