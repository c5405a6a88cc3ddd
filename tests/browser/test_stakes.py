"""Two new members in two browsers play for stakes; the staff voids a match, and both have what they had."""

import re
import subprocess

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_credits import balance
from tests.browser.test_profile import at
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, on_turn
from tests.support.chromium import DESKTOP, PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import boss_of
from tests.support.servers import ROOT, ZARIA, Server, environment

pytestmark = pytest.mark.browser


class Story:
    """Ann on a desktop and Bob on a phone; `owned` are their available amounts, as their pages shall say."""

    def __init__(self, visit: Visits, server: Server) -> None:
        members = [Somebody(server.url).join() for _ in range(2)]
        sizes = (DESKTOP, PHONE)
        self.pages = [
            visit.page(at(member, visit.visitor(size, settings=BY_HAND)), "/")
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
    amounts = {winner.page: "1,004.50", loser.page: "995.00"}
    story.check(*(amounts[page] for page in story.pages))
    match = winner.page.url.rpartition("/")[2].partition("#")[0]
    for seat, change in ((winner, "+4.50"), (loser, "−5.00")):
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
    # 5Stars: who wins 100.00 gets 90.00.
    seats = story.sit("short-nardy-5s", "100.00", stake="100")
    points = int(seats[0].page.evaluate("() => zaria.table.view.value.classes.at(-1)[0]"))
    winner, loser = lose(seats, points)
    amounts = {winner.page: "1,090.00", loser.page: "900.00"}
    story.check(*(amounts[page] for page in story.pages))
    balances(server)


def balances(server: Server) -> None:
    """The ledger of the club balances."""
    done = subprocess.run(
        [*ZARIA, "manage", "ledger", "check"],
        cwd=ROOT,
        env=environment(server.data, **server.more),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
