"""The taps of everyday journeys: none takes more than docs/measurements/journeys.md says."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_analysis import analysed
from tests.browser.test_analysis_panel import AnalysisAnswers
from tests.browser.test_profile import at
from tests.support.browser.journeys import JOURNEYS, Taps
from tests.support.browser.table_page import Seat
from tests.support.chromium import NOWHERE, PHONE, Size, Visits
from tests.support.club.member_client import PASSWORD, Somebody
from tests.support.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]

TABLE = Path(__file__).parents[2] / "docs/measurements/journeys.md"
TABLET: Size = {**PHONE, "viewport": {"width": 820, "height": 1180}}
BY_HAND = {"speed": 0, "sound": False, "roll": False}


def test_a_newcomer_plays_again_and_again(visit: Visits) -> None:
    page = visit(size=PHONE, settings=BY_HAND, new=True)
    taps = Taps(page)
    page.locator(".hero .pri").tap()
    page.wait_for_url("**/t/*")
    seat = Seat(page)
    seat.wait("move", "roll", "theirs")
    taps.check_journey("first game")

    seat.wait("move", "roll")
    seat.resign(1)
    seat.wait("over")
    first = page.url
    taps = Taps(page)
    page.locator("#rematch").tap()
    page.wait_for_url(lambda url: "/t/" in url and url.split("#")[0] != first.split("#")[0])
    seat = Seat(page)
    seat.wait("move", "roll", "theirs")
    taps.check_journey("second game")

    page = visit.page(page.context, "/")
    taps = Taps(page)
    page.locator(".hero .pri").tap()
    page.wait_for_url("**/t/*")
    taps.check_journey("next day")

    tablet = visit(size=TABLET, new=True)
    taps = Taps(tablet)
    tablet.locator(".ways [value=local]").tap()
    tablet.wait_for_url("**/t/*")
    taps.check_journey("two on one tablet")


def test_a_member_registers_buys_and_sets_up_a_tournament(visit: Visits) -> None:
    somebody = Somebody(visit.url)
    page = visit("/account/signup/", size=PHONE, new=True)
    taps = Taps(page)
    for name, text in (("username", somebody.login), ("email", somebody.email), ("password1", PASSWORD)):
        page.locator(f"#id_{name}").fill(text)
    page.locator("#id_agree").tap()
    page.get_by_role("button", name="Register").tap()
    page.wait_for_url("**/account/confirm-email/")
    page.goto(somebody.link())
    page.locator("main form button.pri, main form .btn").first.tap()
    expect(page.locator("#me-menu b")).to_have_text(somebody.login)
    taps.check_journey("sign-up")

    page.goto("/shop")
    page.locator("#board-lapis a.btn").tap()
    page.get_by_role("button", name="Buy for").tap()
    page.get_by_role("button", name="Use", exact=True).tap()
    expect(page.locator("html")).to_have_attribute("data-skin", "lapis")
    taps.check_journey("buy a board and use it")

    page.goto("/")
    page.locator(".tab-bar [href='/tournaments']").tap()
    page.get_by_role("link", name="New tournament").first.tap()
    page.get_by_text("Friday eight").tap()
    page.get_by_role("button", name="Announce").last.tap()
    expect(page).to_have_url(re.compile(r"/director$"))
    taps.check_journey("set up a Friday eight on a phone")

    guest = visit.page(
        at(Somebody(visit.url).join(), visit.visitor(PHONE)), page.url.removesuffix("/director")
    )
    taps = Taps(guest)
    guest.locator("#own").get_by_role("link", name="Enter").tap()
    guest.get_by_role("button", name="Enter").tap()
    expect(guest.locator("#own h2")).to_have_text("You are taking part")
    taps.check_journey("enter a tournament")


def test_errors_are_found_and_played_again(visits: Callable[[Server], Visits], shelved: Server) -> None:
    visit = visits(shelved)
    page = visit(NOWHERE, size=PHONE)
    answers = AnalysisAnswers(page)
    page.goto("/t/long/replay")
    taps = Taps(page)
    page.locator("#tab-analysis").tap()
    page.locator("#an-start").tap()
    answers.depths["normal"] = "done"
    expect(page.locator("#an-next")).to_be_visible()
    taps.check_journey("analysis")

    page = visit("/t/short-tabla/replay#analysis", size=PHONE)
    analysed(page)
    taps = Taps(page)
    page.locator("#an-next").tap()
    page.locator(".an-try").first.tap()
    expect(page.locator(".attempt")).to_be_visible()
    taps.check_journey("try an error again")


def test_the_table_has_the_taps_that_tests_count() -> None:
    rows = dict(
        re.findall(r"^\| ([^|]+?) \| (\d+(?: \+ \d+ fields?)?) \|", TABLE.read_text("utf-8"), re.MULTILINE)
    )
    counted = {}
    for name, (taps, fields) in JOURNEYS.items():
        plural = "" if fields == 1 else "s"
        counted[name] = f"{taps} + {fields} field{plural}" if fields else str(taps)
    assert rows == counted
