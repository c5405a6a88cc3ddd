"""A federation in browsers: the staff entrusts it, its administrator invites on a phone, a member accepts."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_languages import NOTHING, fits
from tests.browser.test_profile import at
from tests.support.by_day import by_day
from tests.support.chromium import PHONE, SIZES, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import entrusted
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.mark.slow
def test_an_administrator_invites_and_a_member_accepts(server: Server, visit: Visits) -> None:
    ann, bob = Somebody(server.url).join(), Somebody(server.url).join()
    address = f"/f/{entrusted(server, ann)}"
    page = visit.page(at(ann, visit.visitor(PHONE, java_script_enabled=False)), address)
    page.get_by_role("link", name="Administration").tap()
    page.get_by_label("How members join").select_option(label="By invitation only")
    page.get_by_role("button", name="Save").first.tap()
    page.get_by_role("link", name="Texts").tap()
    page.get_by_label("About the federation").fill("We play **tabla**.")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("link", name="Members").tap()
    page.get_by_label("Login").fill(bob.login)
    page.get_by_role("button", name="Invite").tap()
    expect(page.get_by_text("invited,")).to_be_visible()
    bob_page = visit.page(at(bob, visit.visitor(PHONE, java_script_enabled=False)), "/rules")
    expect(bob_page.locator(".me .invitations")).to_have_text("1")
    expect(bob_page.locator("#me-menu a[href='/federations'] .badge")).to_have_text("1")
    fits(bob_page, small=NOTHING)
    bob_page.goto("/federations")
    bob_page.get_by_role("button", name="Accept").tap()
    expect(bob_page.locator(".federation-text strong")).to_have_text("tabla")
    expect(bob_page.locator(".federation-people")).to_contain_text([ann.login, bob.login])
    expect(bob_page.locator(".me .invitations")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_pages_of_federations_fit(server: Server, visit: Visits, size: str) -> None:
    ann = Somebody(server.url).join()
    address = f"/f/{entrusted(server, ann)}"
    page = visit.page(at(ann, visit.visitor(SIZES[size])), "/federations")
    width = SIZES[size]["viewport"]["width"]
    parts = ("", "/texts/bg", "/members", "/titles", "/account")
    for path in (
        "/federations",
        address,
        f"{address}/ranking",
        *(f"{address}/administration{part}" for part in parts),
    ):
        page.goto(path)
        fits(page, width=width)
