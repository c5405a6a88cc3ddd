"""The service worker in a browser: no line, a new release in two tabs, an old page, and who reads copies."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.test_profile import at
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import BY_HAND, choose
from tests.support.chromium import DESKTOP, PHONE, Size, Visits, becomes
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = pytest.mark.browser

CONTROLLED = """async () => {
  await import('/static/zaria/js/app/main.js');
  await navigator.serviceWorker.ready;
  return navigator.serviceWorker.controller?.state ?? '';
}"""
"""Loads what a page loads when it is quiet; the state of the worker that answers for the page."""
COPIES = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('zaria-pages:'));
  const paths = [];
  for (const name of names)
    for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
  return paths.sort();
}"""
"""The paths of the pages of which the browser has a copy."""
LOOK_FOR_RELEASE = "async () => { await (await navigator.serviceWorker.ready).update(); }"
WAITING = "async () => !!(await navigator.serviceWorker.ready).waiting"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    """A club of the test's own: it is closed, or becomes another release."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture
def club_visit(browser: Browser, club: Server) -> Iterator[Visits]:
    """Visits to it."""
    visits = Visits(browser, club.url)
    yield visits
    visits.close()


def forgive_the_line(visits: Visits) -> None:
    """The line is cut on purpose."""
    visits.forgive("net::ERR_")
    visits.forgive("WebSocket connection to")


def visitor(visit: Visits, size: Size = DESKTOP) -> BrowserContext:
    """A visitor whose browser has workers, who rolls by hand."""
    forgive_the_line(visit)
    return visit.visitor(size, settings=BY_HAND, workers=True)


def with_worker(page: Page) -> Page:
    """The page, once its worker answers for it."""
    becomes(page, CONTROLLED, "activated")
    return page


def opened_table(visit: Visits, who: BrowserContext, game: str = "tabla") -> Page:
    """A table of a visitor against the computer."""
    page = visit.page(who, f"/new/{game}")
    choose(page, "computer")
    page.wait_for_url("**/t/*")
    Seat(page).wait("roll", "move")
    return with_worker(page)


def release(club: Server, name: str) -> None:
    """Open the club again as another release, whose worker has another name of the club."""
    club.stop()
    club.more["ZARIA_CLUB_NAME"] = name
    club.restart()


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESKTOP, id="desktop", marks=pytest.mark.slow)]
)
def test_without_a_line_one_reads_what_one_opened_last(visit: Visits, size: Size) -> None:
    who = visitor(visit, size)
    page = with_worker(visit.page(who, "/"))
    page.goto("/rules/tabla")
    title = page.title()
    becomes(page, COPIES, ["/rules/tabla"])
    who.set_offline(True)
    page.goto("/rules/tabla?from=elsewhere")
    expect(page).to_have_title(title)
    expect(page.locator(".no-line")).to_contain_text("No connection")
    expect(page.locator(".no-line time")).not_to_be_empty()
    page.goto("/shop")
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator(".no-line")).to_be_hidden()
    who.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("Shop")


def test_the_page_without_a_line_speaks_the_language_chosen_last(visit: Visits) -> None:
    who = visitor(visit)
    page = with_worker(visit.page(who, "/"))
    who.add_cookies([{"name": "zaria_language", "value": "bg", "url": visit.url}])
    page.goto("/rules")
    becomes(
        page,
        "async () => (await (await caches.match('/offline', { ignoreVary: true })).text()).includes('Няма')",
        wanted=True,
    )
    who.set_offline(True)
    page.goto("/shop")
    expect(page.locator("h1")).to_have_text("Няма връзка")


def test_a_server_that_is_closed_leaves_the_last_table_to_read(club_visit: Visits, club: Server) -> None:
    page = opened_table(club_visit, visitor(club_visit))
    page.reload()
    Seat(page).wait("roll", "move")
    becomes(page, COPIES, [page.evaluate("location.pathname")])
    club.stop()
    page.reload()
    expect(page.locator(".no-line")).to_be_visible()
    expect(page.locator("#board .man").first).to_be_visible()
    club.restart()
    page.reload()
    expect(page.locator(".no-line")).to_have_count(0)
    Seat(page).wait("roll", "move")


def test_nobody_reads_the_copies_of_another(visit: Visits) -> None:
    first, second = Somebody(visit.url).join(), Somebody(visit.url).join()
    who = at(first, visitor(visit))
    page = with_worker(visit.page(who, "/"))
    page.goto("/me/stats/games")
    becomes(page, COPIES, ["/me/stats/games"])
    page.goto("/account/logout/")
    becomes(page, COPIES, ["/me/stats/games"])
    page.locator("main form button").click()
    page.wait_for_url(visit.url + "/")
    becomes(page, COPIES, ["/"])
    who.clear_cookies()
    at(second, who)
    page.goto("/rules")
    becomes(page, COPIES, ["/rules"])
    who.set_offline(True)
    page.goto("/me/stats/games")
    expect(page.locator("h1")).to_have_text("No connection")


@pytest.mark.slow
def test_a_new_release_waits_for_its_player_at_two_tables(club_visit: Visits, club: Server) -> None:
    who = visitor(club_visit)
    first, second = opened_table(club_visit, who), opened_table(club_visit, who)
    release(club, "Next")
    for page in (first, second):
        Seat(page).wait("roll", "move")
    first.evaluate(LOOK_FOR_RELEASE)
    for page in (first, second):
        expect(page.locator("#app-update")).to_contain_text("A new version of the site is ready.")
    becomes(first, WAITING, wanted=True)
    second.evaluate("window.unchanged = true")
    first.get_by_role("button", name="Update").click()
    expect(first).to_have_title(re.compile("Next$"))
    expect(second.locator("#app-update")).to_have_count(0)
    becomes(second, WAITING, wanted=False)
    # the other table goes on with the scripts that it has, and may still ask for one that it has not
    assert second.evaluate("window.unchanged") is True
    Seat(second).turn()
    second.keyboard.press("?")
    expect(second.locator("dialog[open]")).to_be_visible()


def test_a_new_release_takes_over_where_no_table_is_open(club_visit: Visits, club: Server) -> None:
    page = with_worker(club_visit.page(visitor(club_visit), "/rules"))
    release(club, "Next")
    before = page.evaluate("async () => (await navigator.serviceWorker.ready).active.scriptURL")
    page.evaluate("() => { navigator.serviceWorker.oncontrollerchange = () => { window.changes = true; }; }")
    page.evaluate(LOOK_FOR_RELEASE)
    becomes(page, "() => window.changes", wanted=True)
    becomes(page, WAITING, wanted=False)
    expect(page.locator("#app-update")).to_have_count(0)
    assert before == page.evaluate("navigator.serviceWorker.controller.scriptURL")


@pytest.mark.slow
def test_a_club_without_a_worker_removes_the_one_of_before(club_visit: Visits, club: Server) -> None:
    page = with_worker(club_visit.page(visitor(club_visit), "/rules"))
    page.reload()
    club.stop()
    club.more["ZARIA_SERVICE_WORKER"] = "off"
    club.restart()
    page.evaluate(LOOK_FOR_RELEASE)
    becomes(page, "async () => (await navigator.serviceWorker.getRegistrations()).length", 0)
    becomes(page, "async () => (await caches.keys()).length", 0)
    page.reload()
    expect(page.locator("h1")).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller") is None


def test_a_turn_without_a_line_is_sent_by_the_next_page(visit: Visits) -> None:
    who = visitor(visit)
    page = opened_table(visit, who)
    page.reload()
    seat = Seat(page)
    if seat.wait("roll", "move") == "move":
        seat.turn()
        seat.wait("roll")
    page.reload()
    seat.wait("roll")
    with_worker(page)
    n = page.evaluate("zaria.session.n")
    who.set_offline(True)
    becomes(page, "() => zaria.session.socket?.readyState ?? 3", 3)
    seat.press("#roll")
    expect(page.locator(".notice-line")).to_have_text("Connection lost. Your move is kept and will be sent.")
    page.reload()
    expect(page.locator(".no-line")).to_be_visible()
    expect(page.locator(".notice-line")).to_have_text("Connection lost. Your move is kept and will be sent.")
    assert page.evaluate("zaria.session.n") == n
    who.set_offline(False)
    page.reload()
    seat.wait("move")
    assert page.evaluate("zaria.session.n") == n + 1
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('zaria.unsent'))") == []
