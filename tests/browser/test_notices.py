"""Notices in a browser: they are counted live, and their pages fit a phone in the longest language."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import NOTHING, every, fits
from tests.browser.test_profile import at
from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody

pytestmark = pytest.mark.browser

NARROW = ("bg", "ru", "ro", "el")
"""The languages in which the heads of the switches are longest."""


@pytest.mark.slow
def test_at_a_table_the_face_counts_and_its_menu_leads_to_them(visit: Visits) -> None:
    ann, bob = Somebody(visit.url).join(), Somebody(visit.url).join()
    page = visit.page(at(ann, visit.visitor(PHONE)), ann.set_table(opponent="friend"))
    face = page.locator(".iconb.me .badge")
    expect(page.locator("#share")).to_be_visible()
    expect(face).to_be_hidden()
    profile = bob.get(f"/people?login={ann.login}")
    assert bob.fill(f"/people/{ann.login}/follow", profile, next="/people").status == 302
    expect(face).to_have_text("1")
    page.locator(".iconb.me").tap()
    line = page.locator("#me-menu a[href='/notices']")
    expect(line.locator(".amount")).to_have_text("1")
    fits(page, small=NOTHING)
    line.tap()
    expect(page.locator("main li.unread")).to_contain_text(bob.login)


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
    for _ in every(page, NARROW, "/notices/settings"):
        fits(page, small=NOTHING)
    page.locator("[name=page-follower]").uncheck()
    page.locator("main form button").tap()
    expect(page.locator("[name=page-follower]")).not_to_be_checked()
