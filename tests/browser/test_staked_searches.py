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


def test_two_members_search_for_the_same_stake(visit: Visits) -> None:
    ann, bob = (Somebody(visit.url).join() for _ in range(2))
    one, two = front(visit, ann, PHONE), front(visit, bob, DESKTOP)
    guest = visit(size=PHONE, settings=BY_HAND)
    expect(guest.locator("#for-stake")).to_have_count(0)
    one.locator("#quick-box select").select_option("tabla")
    one.locator("#for-stake").focus()
    one.keyboard.press("Space")
    expect(one.locator("#rated")).to_be_disabled()
    for stake, most, fault in (
        ("0,5", "", "Enter a stake of at least 1.00."),
        ("2,50", "2", "The maximum loss must be at least the stake."),
    ):
        one.locator("#seek-stake").fill(stake)
        one.locator("#seek-most").fill(most)
        one.keyboard.press("Enter")
        expect(one.locator("#seek-fault")).to_have_text(fault)
        field = "most" if most else "stake"
        expect(one.locator(f"#seek-{field}")).to_be_focused()
        expect(one.locator(f"#seek-{field}")).to_have_attribute("aria-invalid", "true")
    one.locator("#seek-most").fill("5")
    assert one.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    one.keyboard.press("Enter")
    expect(one.locator(".searching")).to_contain_text("Stake: 2.50–5.00")
    expect(one.locator("#unseek")).to_be_visible()
    expect(one.locator("#meanwhile")).to_have_count(0)

    row = guest.locator("#lobby-list .row.seek")
    expect(row).to_contain_text("Stake: 2.50–5.00")
    expect(row.get_by_role("link", name="Sign in")).to_be_visible()
    expect(guest.locator(".others [data-seek]")).to_have_count(0)
    assert "Stake: 2.50–5.00" in bob.get("/").text, "the server draws the same row"
    for stakes, count in (("with", 1), ("without", 0)):
        two.goto(f"/?stakes={stakes}")
        expect(two.locator("#lobby-list .row.seek")).to_have_count(count)
        assert bob.get(f"/?stakes={stakes}").text.count('class="row seek"') == count
    two.goto("/")
    two.locator(".others [data-seek=tabla]").click()
    for page in (one, two):
        page.wait_for_url("**/t/*")
        expect(page.locator(".pane .facts")).to_contain_text("held until the end: 5.00")
        expect(page.locator("#sit")).to_be_enabled()
    one.locator("#cancel").click()
    expect(two.locator("#cleared")).to_be_visible()
    expect(two.locator(".pane [role=status]")).to_have_text("Looking for an opponent")
    expect(two.locator("#meanwhile")).to_have_count(0)
    one.goto("/")
    expect(one.locator("#for-stake")).to_be_checked()
    expect(one.locator("#seek-stake")).to_have_value("2,50")
    row = one.locator("#lobby-list .row.seek")
    expect(row).to_contain_text("Stake: 2.50–5.00")
    one.locator("#seek").click()
    for page in (one, two):
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
