"""Nothing that a reader sees moves while one of the ten most visited pages loads."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_analysis_panel import AnalysisAnswers
from tests.browser.test_profile import at
from tests.browser.test_tournaments import announced
from tests.support.browser.shelf import fill
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits, wait_for_resources
from tests.support.club.member_client import Somebody
from tests.support.club.socket_seat import sit
from tests.support.servers import Server

pytestmark = pytest.mark.browser

MOST = 0.02
"""Of the window, weighted by how far it moves: the measure of `layout-shift`, all shifts together."""
OBSERVE = """{
  window.shifts = [];
  const name = ({ node }) => node?.id || node?.className?.baseVal || node?.className || node?.nodeName;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries().filter((shift) => !shift.hadRecentInput))
      window.shifts.push([entry.value, entry.sources.map(name).join(' ')]);
  }).observe({ type: 'layout-shift', buffered: true });
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club where a match with the cube was played long ago."""
    data = tmp_path_factory.mktemp("shift")
    fill(data)
    server = Server(data)
    yield server
    server.stop()


@pytest.fixture
def drawn(browser: Browser, server: Server) -> Iterator[Visits]:
    """Visits whose pages are drawn: a shift that nobody sees is not counted."""
    visit = Visits(browser, server.url, drawn=True)
    yield visit
    visit.close()


def shifts(page: Page, path: str) -> list[str]:
    """Open a page; its faults: what moved, where it is too much."""
    page.goto(path)
    if path.endswith("#analysis"):
        page.locator("#analysis[data-ready]").wait_for()
    wait_for_resources(page)
    moved = page.evaluate("window.shifts")
    total = sum(value for value, _ in moved)
    return [f"{path}: {total:.4f} {moved}"] if total >= MOST else []


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_nothing_moves_while_a_page_loads(server: Server, drawn: Visits, size: str) -> None:
    beside = ThreadPoolExecutor(1)  # Playwright has this thread's event loop
    host, guest = Somebody(drawn.url).join(), Somebody(drawn.url).join()
    table = host.set_table(opponent="anyone", clock="quick")
    guest.get(table)
    for player in (host, guest):
        beside.submit(asyncio.run, sit(server, player, table)).result()
    conversation = host.fill(f"/messages/to/{guest.login}", host.get(f"/@{guest.login}"))
    host.fill(conversation.headers["Location"], text="Hello")
    page = drawn.page(at(host, drawn.visitor(SIZES[size])), "/robots.txt")
    tournament = announced(page).removeprefix(drawn.url)
    page.add_init_script(OBSERVE)
    AnalysisAnswers(page, normal="done")
    faults: list[str] = []
    for path in (
        "/", table, tournament, "/t/long/replay?at=4#analysis", f"/@{guest.login}", "/ranking", "/watch",
        guest.set_table(), guest.set_table(opponent="friend"), "/rules/tabla", "/messages",
    ):  # fmt: skip
        faults += shifts(page, path)
    beside.shutdown()
    assert "\n".join(faults) == ""


def test_the_steps_of_a_replay_stay_in_the_window_under_a_bar_and_over_comments(
    server: Server, drawn: Visits
) -> None:
    member = Somebody(drawn.url).join()
    member.set_table(opponent="anyone")
    page = drawn.page(at(member, drawn.visitor(SIZES["desktop"])), "/t/long/replay?at=4")
    expect(page.locator("#waiting .back")).to_be_visible()
    expect(page.locator(".steps-of")).to_be_in_viewport(ratio=1)
    expect(page.locator("body > .comments form")).not_to_be_in_viewport()
    page.locator("body > .comments form button").scroll_into_view_if_needed()
    expect(page.locator("body > .comments form button")).to_be_in_viewport(ratio=1)
