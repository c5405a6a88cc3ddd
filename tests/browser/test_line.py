"""A line that breaks at the worst moment, several tabs, and people who watch."""

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import friends, mid_turn, on_turn, play_now, same
from tests.support.chromium import AT_ONCE, PHONE, Visits

pytestmark = pytest.mark.browser

CUT = """() => {
  zaria.session.socket?.close();
  return document.querySelector('.notice-line').textContent.includes('Reconnecting');
}"""
"""Hang up until the page says so: a line that is opened just as the network goes is there to stay."""

ACTING = ":is(#roll, #double, #undo, #done, #accept, #decline, #sit, #bear)"


class Cable:
    """The line of a page, which can be cut: while `mute` nothing of the server's gets through."""

    def __init__(self, page: Page) -> None:
        self.mute = False
        self.lines: list[WebSocketRoute] = []
        self.frames: list[str] = []
        page.route_web_socket("**/ws", self._open)

    def cut(self) -> None:
        """Close it; the page may call again."""
        self.mute = False
        self.lines[-1].close()

    def _open(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        server = line.connect_to_server()

        def from_page(frame: str | bytes) -> None:
            self.frames.append(str(frame))
            server.send(frame)

        def from_server(frame: str | bytes) -> None:
            if not self.mute:
                line.send(frame)

        line.on_message(from_page)
        server.on_message(from_server)


@pytest.mark.slow
def test_an_answer_lost_with_the_line_counts_once(visit: Visits) -> None:
    page = visit("/", new=True)
    cable = Cable(page)
    play_now(page)
    seat = Seat(page)
    seat.wait("move")
    while seat.wait("move", "done") == "move":
        seat.step(seat.ways()[0])
    roll = seat.state()["roll"]
    cable.mute = True
    page.click("#done")
    page.wait_for_function("() => zaria.session.unanswered.size > 0")
    cable.cut()
    page.wait_for_function("n => zaria.table.latest.value.roll_no > n", arg=roll)
    page.wait_for_function("() => zaria.session.unanswered.size === 0")
    turns = [frame for frame in cable.frames if '"t":"play"' in frame]
    assert len(turns) == 2
    assert turns[0] == turns[1]
    assert len(cable.lines) == 2
    seat.turn()


def test_without_a_network_a_turn_is_kept_and_sent_when_it_is_back(visit: Visits) -> None:
    for expected in ("net::ERR_", "WebSocket connection to"):
        visit.forgive(expected)
    host, guest = friends(visit)
    mover, opponent = mid_turn(host, guest)
    while mover.wait("move", "done") == "move":
        mover.step(mover.ways()[0])
    mover.page.context.set_offline(True)
    mover.page.wait_for_function(CUT, polling=200)
    mover.press("#done")
    assert opponent.wait("theirs") == "theirs"
    mover.page.context.set_offline(False)
    opponent.wait("roll")
    mover.wait("theirs")
    expect(mover.page.locator(".notice-line")).to_be_empty()
    assert same(mover, opponent)


def test_two_tabs_of_one_player_stay_in_step(visit: Visits) -> None:
    host, guest = friends(visit)
    tab = Seat(visit.page(host.page.context, host.page.url), seed=3)
    for _ in range(2):
        on_turn(host, guest)[0].turn()
        assert same(*on_turn(host, guest), tab)
    while on_turn(tab, guest)[0] is guest:
        guest.turn()
    tab.turn()
    on_turn(host, guest)
    tab.wait("theirs", "roll", "move")
    assert same(host, guest, tab)


@pytest.mark.slow
def test_a_third_person_watches_and_can_do_nothing(visit: Visits) -> None:
    host, guest = friends(visit)
    watcher = visit(host.page.url)
    phone = visit(host.page.url, size=PHONE, settings=AT_ONCE)
    seats = [Seat(watcher), Seat(phone)]
    for _ in range(4):
        on_turn(host, guest)[0].turn()
    on_turn(host, guest)
    for seat in seats:
        seat.wait("theirs")
        assert seat.state()["you"] is None
        expect(seat.page.locator(ACTING)).to_have_count(0)
        expect(seat.page.locator(".man.can")).to_have_count(0)
    expect(watcher.locator("#resign")).to_have_count(0)
    expect(watcher.locator("#leave")).to_have_attribute("href", "/")
    expect(phone.locator("#acts")).to_contain_text("You are watching")
    assert same(host, guest, *seats)
    expect(watcher.locator("ol.moves li")).not_to_have_count(0)


def test_a_part_that_a_browser_asks_for_no_more_comes_with_the_page_loaded_again(visit: Visits) -> None:
    page = visit()
    play_now(page)
    Seat(page).wait("roll", "move")
    visit.forgive("net::ERR_FAILED")
    page.route("**/resignation*.js", lambda route: route.abort())
    page.evaluate("() => { window.before = true; }")
    page.locator("#resign").click()
    page.wait_for_function("() => !window.before && document.documentElement.dataset.ready")
    page.unroute_all()
    page.locator("#resign").click()
    expect(page.locator("[data-resign='1']")).to_be_visible()
