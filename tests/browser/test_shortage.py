"""A member without enough credits reads what is missing, and finds the way to top-up, before they tap."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_profile import at
from tests.browser.test_stakes import Story, lose, manage
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser

SPEND = """
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.queries import balance
from zaria.club.ledger.kinds import SHOP, TransferKind, member_code

for login, left in %s:
    player = Member.objects.get(username=login).player
    spent = balance(player).available - left
    ledger.post([ledger.Booking("spent:" + player, TransferKind.PURCHASE, member_code(player), SHOP, spent)])
"""
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow)]


def leave(server: Server, **balances: int) -> None:
    """Let new members keep these hundredths of their credits."""
    manage(server, "shell", "--no-imports", "-c", SPEND % list(balances.items()))


def reads_the_shortage(page: Page, missing: str, place: str = ".pane") -> None:
    """The sentence stands in sight at `place`, and nothing covers it; the link leads to top-up."""
    sentence = page.locator(f"{place} .lacking")
    expect(sentence).to_have_text(
        f"You don't have enough credits for this stake: you need {missing} more.", use_inner_text=True
    )
    assert sentence.evaluate(
        """line => {
          line.scrollIntoView({ block: 'nearest' });
          const { x, y, width, height } = line.getBoundingClientRect();
          return line.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    ), "something covers the sentence"
    link = page.locator(f"{place} #top-up")
    expect(link).to_have_attribute("href", "/shop#top-up")
    expect(page.locator("#sit, button#rematch")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    link.click()
    expect(page).to_have_url(f"{page.url.split('/shop')[0].split('/t/')[0]}/shop#top-up")
    page.go_back()


@pytest.mark.parametrize("size", SIZES)
def test_every_way_to_a_staked_seat_names_what_is_missing(visit: Visits, server: Server, size: Size) -> None:
    host, guest = (Somebody(visit.url).join() for _ in range(2))
    leave(server, **{guest.login: 50_00})
    page = visit.page(at(guest, visit.visitor(size, settings=BY_HAND)), "/")
    handle = guest.get("/").json("boot")["me"]
    terms = {"game": "tabla", "stake": "20.00", "most": "60.00", "clock": "quick"}
    ways = ({"opponent": "friend"}, {"opponent": "anyone"}, {"opponent": "person", "to": handle})
    for way in ways:
        address = host.set_table(**terms, **way)
        if way["opponent"] == "person":
            page.goto("/rules")
            call = page.locator(".call")
            expect(call).to_contain_text("Stake: 20.00–60.00")
            call.get_by_role("link", name="View terms").click()
        elif way["opponent"] == "anyone":
            page.goto("/?stakes=with#hall")
            row = page.locator(f"#m-{address.rpartition('/')[2]}")
            expect(row.locator(".stake")).to_have_text("20.00–60.00")
            expect(row.locator(".what")).not_to_contain_text("custom rules")
            assert "20.00–60.00" in guest.get("/?stakes=with").text  # as the server draws the row
            row.locator(".go").click()
        else:
            page.goto(f"{address}#sit")
        if way["opponent"] != "person":
            expect(page.locator(".pane h2")).to_have_text(f"{host.login}'s table")
        expect(page.locator("#opp .name")).to_contain_text(host.login)
        expect(page.locator(".nav .title small")).to_contain_text("stake 20.00–60.00")
        reads_the_shortage(page, "10.00")
    # A gift or a top-up that arrives meanwhile opens the seat.
    guest.post("/shop/gift")
    expect(page.locator("#sit")).to_be_enabled()
    page.locator("#sit").click()
    Seat(page)
    expect(page.locator(".lacking")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("loser_size", SIZES)
def test_a_poor_loser_reads_it_in_place_of_a_rematch(visit: Visits, server: Server, loser_size: Size) -> None:
    story = Story(visit, server)
    winner, loser = lose(story.sit("short-nardy-5s", "60.00", stake="60"), 1)
    loser.page.set_viewport_size(loser_size["viewport"])
    for seat in (winner, loser):
        expect(seat.page.locator("button#rematch")).to_be_enabled()
    login = loser.page.evaluate("() => zaria.table.view.value.players[zaria.table.you.value].name")
    leave(server, **{login: 30_00})
    loser.page.reload()
    reads_the_shortage(loser.page, "30.00", "[role=dialog]")
    # The winner's offer changes nothing for them but that they can decline it.
    winner.page.locator("#rematch").click()
    expect(loser.page.locator("#close")).to_have_text("Decline")
    expect(loser.page.locator("[role=dialog] .lacking")).to_be_visible()
    expect(loser.page.locator("button#rematch")).to_have_count(0)
    loser.page.locator("#close").click()
    expect(winner.page.locator("#rematch")).to_contain_text("declined")


@pytest.mark.parametrize("size", SIZES)
def test_a_pause_is_said_before_every_press(visit: Visits, server: Server, size: Size) -> None:
    host, guest = (Somebody(visit.url).join() for _ in range(2))
    terms = {"game": "tabla", "stake": "20.00", "clock": "quick", "opponent": "friend"}
    address = host.set_table(**terms)
    assert guest.post("/me/limits/pause", days="7").status == 302
    page = visit.page(at(guest, visit.visitor(size, settings=BY_HAND)), address)
    sentence = "You have paused stakes and top-ups."
    expect(page.locator(".pane .barred")).to_contain_text(sentence)
    expect(page.locator(".pane .barred a")).to_have_attribute("href", "/me/limits")
    expect(page.locator("#sit")).to_have_count(0)
    page.goto(f"{address}#sit")
    expect(page.locator(".pane .barred")).to_contain_text(sentence)
    page.goto("/new/tabla")
    expect(page.locator(".options .alert")).to_contain_text(sentence)
    expect(page.locator("[name=stake]")).to_have_count(0)
