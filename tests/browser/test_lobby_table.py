"""Two browsers at a table of the lobby: ready or not, away and back, a claim, and another match."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import friends, on_turn, settle
from tests.support.chromium import AT_ONCE, DESKTOP, PHONE, Visits
from tests.support.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("lobby table")]

FOR_ANYONE = "button[name=opponent][value=anyone]"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club that waits a few seconds for who is gone."""
    server = Server(tmp_path_factory.mktemp("hasty"), module="tests.support.short_timeouts")
    yield server
    server.stop()


@pytest.fixture
def hurried(visits: Callable[[Server], Visits], hasty: Server) -> Visits:
    """Visits to it."""
    return visits(hasty)


def open_table(visit: Visits) -> tuple[Page, str]:
    """A visitor who has set a table for anyone, and its address."""
    host = visit("/new/tabla", settings=AT_ONCE)
    host.locator(FOR_ANYONE).click()
    expect(host.locator(".pane h2")).to_have_text("Waiting for an opponent")
    return host, host.url


def over(*seats: Seat) -> None:
    for seat in seats:
        seat.wait("over")
        expect(seat.page.locator("#rematch")).to_be_visible()


@pytest.mark.slow
def test_who_leaves_is_waited_for_and_then_the_match_is_claimed(hurried: Visits) -> None:
    host, guest = friends(hurried)
    stays, goes = on_turn(host, guest)
    goes.page.close()
    card = stays.page.locator("#opp")
    expect(card.locator(".gone")).to_contain_text("away · 0:0")
    # whoever is to act keeps the board, and opens the choice on the card
    stays.press("#claims")
    stays.press("#claim-wait")
    expect(stays.page.locator("#claim-win")).to_have_count(0)
    stays.press("#claims")
    stays.press("#claim-win")
    stays.wait("over")
    expect(stays.page.locator("#outcome")).to_have_text("You won!")
    expect(stays.page.locator(".how")).to_contain_text("Left the table")


def test_who_comes_back_plays_on_and_the_opponent_sees_who_goes_on_purpose(visit: Visits) -> None:
    host, guest = friends(visit)
    stays, goes = on_turn(host, guest)
    url = goes.page.url

    def continue_later(route: Route) -> None:
        stays.page.wait_for_timeout(300)
        route.continue_()

    # the words of an absence come later than its script
    stays.page.route("**/words/table", continue_later)
    with goes.page.expect_navigation():
        for _ in range(2):
            goes.page.evaluate("() => document.querySelector('a[href=\"/\"]').click()")
    expect(stays.page.locator("#opp .gone")).to_contain_text("left the table")
    expect(stays.page.locator("#live")).to_contain_text("left the table")
    goes.page.goto(url)
    expect(stays.page.locator(".gone")).to_have_count(0)
    Seat(goes.page).wait("theirs")
    stays.turn()


@pytest.mark.slow
def test_a_rematch_is_declined_and_then_agreed_on(hurried: Visits) -> None:
    host, guest = friends(hurried)
    loser, winner = on_turn(host, guest)
    sides = {seat: seat.state()["you"] for seat in (loser, winner)}
    loser.resign(1)
    winner.wait("resign")
    winner.press("#accept")
    over(loser, winner)
    loser.press("#rematch")
    expect(loser.page.locator("#rematch")).to_contain_text("Waiting for")
    expect(winner.page.locator("#rematch")).to_contain_text("Accept rematch")
    expect(winner.page.locator("#rematch .result-ring")).to_be_visible()
    expect(winner.page.locator("#close")).to_have_text("Decline")
    winner.press("#close")
    expect(loser.page.locator("#rematch")).to_contain_text("declined the rematch")
    expect(loser.page.locator("#rematch")).to_have_text("Rematch")

    before = loser.page.url
    loser.press("#rematch")
    expect(winner.page.locator("#rematch")).to_contain_text("Accept rematch")
    winner.press("#rematch")
    for seat in (loser, winner):
        seat.page.wait_for_url(lambda url: url != before and "/t/" in url)
    again = [Seat(loser.page), Seat(winner.page)]
    on_turn(*again)
    assert loser.page.url == winner.page.url
    for seat, same in zip(again, (loser, winner), strict=True):
        assert seat.state()["you"] == 1 - sides[same]


@pytest.mark.slow
def test_both_are_asked_whether_they_are_ready(visit: Visits) -> None:
    host, url = open_table(visit)
    guest = visit(f"{url}#sit", size=PHONE)
    expect(guest.locator(".pane h2")).to_have_text("Waiting for your opponent to be ready")
    expect(host.locator(".pane h2")).to_contain_text("wants to play. Ready?")
    host.locator("#sit").click()
    seats = Seat(host), Seat(guest)
    on_turn(*seats)
    watcher = visit(url, size=DESKTOP)
    for page in (host, guest):
        expect(page.locator("#crowd")).to_have_text("1")
    expect(watcher.locator("#crowd")).to_have_count(0)
    settle(*seats)


@pytest.mark.slow
def test_a_host_may_clear_the_table(visit: Visits) -> None:
    host, url = open_table(visit)
    guest = visit(url)
    expect(guest.locator("#sit")).to_be_visible()
    host.locator("#cancel").click()
    for page in (host, guest):
        expect(page.locator("#cleared")).to_be_visible()


@pytest.mark.slow
def test_a_found_opponent_is_met_at_a_table_that_waits_for_both(visit: Visits) -> None:
    search = """async () => {
      const line = new WebSocket(`ws://${location.host}/ws`);
      await new Promise((done) => { line.onopen = done; });
      const say = () => line.send(JSON.stringify({ t: 'seek', game: 'tabla', speed: 'fast' }));
      const found = new Promise((done) => {
        line.onmessage = (e) => { const m = JSON.parse(e.data); if (m.t === 'go') done(m.m); };
      });
      say();
      window.found = found;
    }"""
    pages = [open_table(visit)[0] for _ in range(2)]
    for page in pages:
        page.evaluate(search)
    for page in pages:
        page.goto(f"/t/{page.evaluate('() => found')}")
        expect(page.locator(".pane h2")).to_contain_text("Opponent found: ")
    for page in pages:
        page.locator("#sit").click()
    on_turn(*map(Seat, pages))


@pytest.mark.slow
def test_the_computer_plays_again_at_once(visit: Visits) -> None:
    page = visit("/new/tabla")
    page.locator(".btn[name=opponent][value=computer]").click()
    seat = Seat(page)
    while seat.wait("roll", "move", "done", ms=30_000) != "move":
        seat.turn()
    seat.resign(3)
    over(seat)
    before = page.url
    again = f"/new/tabla?as={before.rpartition('/')[2]}"
    expect(page.locator("#new")).to_have_attribute("href", again)
    seat.press("#rematch")
    page.wait_for_url(lambda url: url != before and "/t/" in url)
    Seat(page).wait("move", "theirs")
