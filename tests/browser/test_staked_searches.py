"""Members search for an opponent with a stake: amounts, who may answer, what is missing, the same again."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_profile import at
from tests.browser.test_shortage import SIZES, leave
from tests.support.browser.table_pages import BY_HAND
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def visit(visit_lobby: Visits) -> Visits:
    """Visits to a club where nobody else searches."""
    return visit_lobby


def front(visit: Visits, somebody: Somebody, size: Size) -> Page:
    page = visit.page(at(somebody, visit.visitor(size, settings=BY_HAND)), "/")
    expect(page.locator("#for-stake")).to_be_enabled()
    return page


@pytest.mark.slow
def test_two_members_search_for_the_same_stake(visit: Visits) -> None:
    ann, bob = (Somebody(visit.url).join() for _ in range(2))
    ann_page, bob_page = front(visit, ann, PHONE), front(visit, bob, DESKTOP)
    guest = visit(size=PHONE, settings=BY_HAND)
    expect(guest.locator("#for-stake")).to_have_count(0)
    expect(guest.locator("#lobby-list .row.seek")).to_have_count(0)  # those of earlier tests have gone
    ann_page.locator("#quick-box select").select_option("tabla")
    ann_page.locator("#for-stake").focus()
    ann_page.keyboard.press("Space")
    expect(ann_page.locator("#rated")).to_be_disabled()
    for stake, most, fault in (
        ("0,5", "", "Enter a stake of at least 1.00."),
        ("2,50", "2", "The maximum loss must be at least the stake."),
    ):
        ann_page.locator("#seek-stake").fill(stake)
        ann_page.locator("#seek-most").fill(most)
        ann_page.keyboard.press("Enter")
        expect(ann_page.locator("#seek-fault")).to_have_text(fault)
        field = "most" if most else "stake"
        expect(ann_page.locator(f"#seek-{field}")).to_be_focused()
        expect(ann_page.locator(f"#seek-{field}")).to_have_attribute("aria-invalid", "true")
    ann_page.locator("#seek-most").fill("5")
    assert ann_page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    ann_page.keyboard.press("Enter")
    expect(ann_page.locator(".searching")).to_contain_text("Stake: 2.50–5.00")
    expect(ann_page.locator("#unseek")).to_be_visible()
    expect(ann_page.locator("#meanwhile")).to_have_count(0)

    # a search of an earlier test may come back after a missed call
    guests_row = guest.locator("#lobby-list .row.seek", has_text=ann.login)
    expect(guests_row).to_contain_text("Stake: 2.50–5.00")
    expect(guests_row.get_by_role("link", name="Sign in")).to_be_visible()
    expect(guest.locator(".others [data-seek=tabla]")).to_have_count(0)
    assert "Stake: 2.50–5.00" in bob.get("/").text, "the server draws the same row"
    for stakes, count in (("with", 1), ("without", 0)):
        bob_page.goto(f"/?stakes={stakes}")
        expect(bob_page.locator("#lobby-list .row.seek", has_text=ann.login)).to_have_count(count)
        rows = bob.get(f"/?stakes={stakes}").text.split('class="row seek"')[1:]
        assert sum(ann.login in row.partition("</li>")[0] for row in rows) == count
    bob_page.goto("/")
    bob_page.locator(".others [data-seek=tabla]").click()
    for page in (ann_page, bob_page):
        page.wait_for_url("**/t/*")
        expect(page.locator(".pane .facts")).to_contain_text("held until the end: 5.00")
        expect(page.locator("#sit")).to_be_enabled()
    ann_page.locator("#cancel").click()
    expect(bob_page.locator("#cleared")).to_be_visible()
    expect(bob_page.locator(".pane [role=status]")).to_have_text("Looking for an opponent")
    expect(bob_page.locator("#meanwhile")).to_have_count(0)
    ann_page.goto("/")
    expect(ann_page.locator("#for-stake")).to_be_checked()
    expect(ann_page.locator("#seek-stake")).to_have_value("2,50")
    row = ann_page.locator("#lobby-list .row.seek", has_text=bob.login)
    expect(row).to_contain_text("Stake: 2.50–5.00")
    ann_page.locator("#seek").click()
    for page in (ann_page, bob_page):
        page.wait_for_url("**/t/*")
        expect(page.locator("#sit")).to_be_enabled()


@pytest.mark.parametrize("size", SIZES)
def test_a_lack_of_credits_is_shown_with_the_way_to_more(visit: Visits, shelved: Server, size: Size) -> None:
    ann = Somebody(visit.url).join()
    leave(shelved, **{ann.login: 3_00})
    page = front(visit, ann, size)
    page.locator("#for-stake").check()
    page.locator("#seek-stake").fill("20")
    page.locator("[data-pair]").first.click()
    refusal = page.locator("#quick-box #refusal")
    expect(refusal).to_contain_text("You don't have enough credits for this stake.")
    expect(refusal.locator("#top-up")).to_have_attribute("href", "/shop#top-up")
    expect(page.locator("#seek")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.locator("#for-stake").uncheck()
    page.locator("#seek").click()
    expect(page.locator(".searching")).to_be_visible()
