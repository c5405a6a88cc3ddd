"""Two new members in two browsers play for stakes; the staff voids a match, and both have what they had."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_credits import balance
from tests.browser.test_languages import fits
from tests.browser.test_profile import at
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, on_turn
from tests.support.chromium import DESKTOP, NOWHERE, PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import boss_of
from tests.support.servers import Server, environment
from tests.support.zaria_command import run_zaria

pytestmark = pytest.mark.browser

LONG_MATCH = """
import time
from zaria.club.accounts.models import Member
from zaria.club.ledger import actions as ledger

player, now = Member.objects.get(username="%s").player, int(time.time() * 1000)
for one in (player, "p-opponent"):
    ledger.ensure_member(one)
    hold = ledger.Booking(
        "match:long:hold:" + one, ledger.TransferKind.HOLD, ledger.member_code(one), ledger.held_code(one),
        100, ledger.PENDING, match_id="long",
    )
    ledger.void_hold(ledger.post([hold], now - 100 * 60_000)[0], now - 35 * 60_000)
"""
"""A staked match of a member, 65 minutes long."""


RANGES = {"5.00": "2.00–5.00", "60.00": "60.00", "100.00": "100.00"}
"""The text of a stake at the table, by the amount held."""


class Story:
    """Ann on a desktop and Bob on a phone; `owned` are their available amounts, as their pages shall say."""

    def __init__(self, visit: Visits, server: Server) -> None:
        members = [Somebody(server.url).join() for _ in range(2)]
        sizes = (DESKTOP, PHONE)
        self.pages = [
            visit.page(at(member, visit.visitor(size, settings=BY_HAND)), NOWHERE)
            for member, size in zip(members, sizes, strict=True)
        ]
        self.owned = ["1,000.00", "1,000.00"]

    def sit(self, game: str, held: str, **stakes: str) -> tuple[Seat, Seat]:
        """Ann sets a table by the form, and Bob takes the other seat."""
        ann, bob = self.pages
        ann.goto(f"/new/{game}")
        stake(ann, **stakes)
        ann.locator("button[value=friend]").click()
        host = Seat(ann)
        bob.goto(ann.locator(".link input").input_value())
        guest = Seat(bob, seed=2)
        expect(bob.locator(".terms, .pane").first).to_contain_text(stakes["stake"])
        guest.press("#sit")
        host.press("#sit")  # a rated match asks whether both are ready
        for seat in (host, guest):
            seat.wait("theirs", "move", "roll")
            expect(seat.page.locator(".nav .balance [data-balance=held]")).to_have_text(held)
            expect(seat.page.locator("#stake b")).to_have_text(RANGES[held])
        return host, guest

    def check(self, *available: str) -> None:
        """Both heads say this, and nothing is held."""
        for page, amount in zip(self.pages, available, strict=True):
            balance(page, amount, "0.00")


def stake(page: Page, **amounts: str) -> None:
    """Fill in the amounts of the form of a table."""
    fields = page.locator("details", has=page.locator("input[name=stake]"))
    if fields.get_attribute("open") is None:
        fields.locator("summary").click()
    for name, amount in amounts.items():
        page.fill(f"input[name={name}]", amount)


def lose(seats: tuple[Seat, Seat], points: int) -> tuple[Seat, Seat]:
    """Let the side to act resign for so many points and the other accept; the winner, and the loser."""
    loser, winner = on_turn(*seats)
    loser.resign(points)
    winner.wait("resign")
    winner.press("#accept")
    for seat in seats:
        seat.wait("over")
    return winner, loser


def test_two_new_members_play_for_stakes(visit: Visits, server: Server) -> None:
    story = Story(visit, server)
    # The game of the rules: 2.00, at most 5.00, won by 3 points.
    winner, loser = lose(story.sit("tabla", "5.00", stake="2.00", most="5.00"), 3)
    for seat in (winner, loser):
        sheet = seat.page.locator(".result-facts:not(#rated)")
        expect(sheet).to_contain_text(re.compile(r"Stake\s*5\.00.*Fee\s*0\.50", re.DOTALL))
        expect(sheet.locator(".won")).to_contain_text("+4.50")
        expect(sheet.locator(".lost")).to_contain_text("−5.00")
        expect(seat.page.locator("#early")).to_contain_text("The match ended early")
        expect(seat.page.locator("#rating-rules")).to_have_attribute("href", "/rules/ratings#early")
    amounts = {winner.page: "1,004.50", loser.page: "995.00"}
    story.check(*(amounts[page] for page in story.pages))
    match = winner.page.url.rpartition("/")[2].partition("#")[0]
    for seat, change in ((winner, "+4.50"), (loser, "−5.00")):
        for path in ("/me/stats/games", "/me/stats/ratings"):
            seat.page.goto(path)
            expect(seat.page.locator(".early").first).to_have_text("ended early")
        seat.page.goto("/me/stats/credits")
        entries = seat.page.locator(f".stats-entries li:has(a[href*='{match}'])")
        expect(entries.filter(has_text=change)).to_have_count(1)
    # The staff voids it: both have what they had.
    boss = visit.page(at(boss_of(server), visit.visitor()), f"/staff/results/played/{match}/change/")
    boss.get_by_role("link", name="Void").click()
    boss.get_by_label("Reason").fill("Not played by the members themselves")
    boss.get_by_role("button", name="Void").click()
    expect(boss.get_by_text("Done, and recorded in the log.")).to_be_visible()
    for page in story.pages:
        page.reload()
    story.check("1,000.00", "1,000.00")


@pytest.mark.slow
def test_who_wins_a_hundred_by_five_stars_gets_ninety(visit: Visits, server: Server) -> None:
    story = Story(visit, server)
    seats = story.sit("short-nardy-5s", "100.00", stake="100")
    points = int(seats[0].page.evaluate("() => zaria.table.view.value.classes.at(-1)[0]"))
    winner, loser = lose(seats, points)
    amounts = {winner.page: "1,090.00", loser.page: "900.00"}
    story.check(*(amounts[page] for page in story.pages))
    balances(server)


@pytest.mark.slow
def test_a_reminder_of_the_time_takes_a_row_above_the_table(visit: Visits, server: Server) -> None:
    somebody = Somebody(visit.url).join()
    manage(server, "shell", "--no-imports", "-c", LONG_MATCH % somebody.login)
    path = somebody.set_table(game="tabla", opponent="friend")
    page = visit.page(at(somebody, visit.visitor(PHONE, settings=BY_HAND)), path)
    row = page.locator("form.play-time")
    expect(row).to_contain_text("You have played for stakes for 1 h 5 min")
    expect(page.locator("#live")).to_contain_text("You have played for stakes for 1 h 5 min")
    for width, height in ((360, 740), (740, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        boxes = [page.locator(part).bounding_box() for part in (".play-time", "#table", "#board", "#acts")]
        reminder, table, board, acts = (box for box in boxes if box)
        assert table["y"] == reminder["y"] + reminder["height"]
        assert board["y"] >= table["y"]
        assert max(box["y"] + box["height"] for box in (table, board, acts)) <= height
        assert board["height"] > height / 2, "little is left of the board"
        for button in row.locator(".btn").all():
            expect(button).to_be_in_viewport(ratio=1)
    second_tab = visit.page(page.context, page.url)
    address, dialog = page.url, second_tab.locator("form.play-time")
    page.evaluate("window.stays = true")
    row.get_by_role("button", name="Continue").tap()
    expect(row).to_have_count(0)
    assert page.evaluate("window.stays")
    # Where the request fails the form is sent as any other, and leads back.
    visit.forgive("net::ERR_FAILED")
    second_tab.route("**/reminder/read", lambda route: route.abort(), times=1)
    with second_tab.expect_navigation():
        dialog.get_by_role("button", name="Continue").tap()
    expect(second_tab).to_have_url(address)
    expect(dialog).to_have_count(0)


@pytest.mark.slow
def test_who_never_staked_finds_how_stakes_work(visit: Visits, server: Server) -> None:
    ann, bob = (Somebody(visit.url).join() for _ in range(2))
    form = visit.page(at(ann, visit.visitor(settings=BY_HAND)), "/new/tabla")
    link = form.get_by_role("link", name="How stakes work")
    stake(form, stake="2.00", most="5.00")
    expect(link).to_have_class("btn")
    expect(link).to_have_attribute("target", "_blank")
    form.locator("button[value=friend]").click()
    page = visit.page(
        at(bob, visit.visitor(PHONE, settings=BY_HAND)), form.locator(".link input").input_value()
    )
    link = page.locator(".pane").get_by_role("link", name="How stakes work")
    expect(link).to_have_class("btn")
    with page.expect_popup() as opened:
        link.tap()
    expect(opened.value).to_have_url(f"{visit.url}/rules/credits")
    page.set_viewport_size({"width": 320, "height": 568})
    for language in ("el", "en"):  # the longest words of all
        page.context.add_cookies([{"name": "zaria_language", "value": language, "url": visit.url}])
        page.reload()
        expect(page.locator(".pane a.btn[href='/rules/credits']")).to_be_visible()
        fits(page, width=320)
    page.set_viewport_size({"width": 360, "height": 740})
    bob.set_table(game="tapa", opponent="friend", length="5", clock="calm", stake="1")
    page.reload()
    expect(link).not_to_have_class("btn")
    fits(page)
    form.goto("/new/chess")
    stake(form)
    expect(form.get_by_role("link", name="How stakes work")).not_to_have_class("btn")
    page.goto(form.url.replace("/new/chess", page.url.removeprefix(visit.url).split("#")[0] + "/terms"))
    expect(page.get_by_role("link", name="How stakes work")).to_be_visible()
    fits(page)


def balances(server: Server) -> None:
    """The ledger of the club balances."""
    manage(server, "ledger", "check")


def manage(server: Server, *command: str) -> None:
    """Run a command of the operator at the data of a server."""
    done = run_zaria("manage", *command, env=environment(server.data, **server.more))
    assert done.returncode == 0, done.stdout + done.stderr
