"""The server is killed while two play: it comes back, they come back, and nothing has changed."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import check_dice, friends, give_up, mid_turn, on_turn, same, settle
from tests.support.chromium import Visits
from tests.support.servers import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed."""
    server = Server(tmp_path / "data")
    yield server
    server.stop()


def crash(server: Server, *seats: Seat) -> None:
    """Kill it under the players' hands, start it again, and wait for them to come back by themselves."""
    settle(*seats)
    before = [seat.state() for seat in seats]
    event_number = seats[0].page.evaluate("() => zaria.session.n")
    server.stop(signal.SIGKILL)
    for seat in seats:
        expect(seat.page.locator(".notice-line")).to_contain_text("Reconnecting")
    server.restart()
    for seat, state in zip(seats, before, strict=True):
        expect(seat.page.locator(".notice-line")).to_be_empty()
        seat.page.wait_for_function("n => zaria.session.n > n && !zaria.table.busy.value", arg=event_number)
        now = seat.state()
        clocks, old = now.pop("clocks"), state.pop("clocks")
        assert now == state
        assert clocks["bank"] == old["bank"]
        assert clocks["running"] == old["running"]
        assert clocks["since"] > old["since"]


@pytest.mark.slow
def test_a_killed_server_loses_nothing(
    visits: Callable[[Server], Visits], mortal: Server, tmp_path: Path
) -> None:
    visit = visits(mortal)
    for expected in ("net::ERR_", "WebSocket connection to"):
        visit.forgive(expected)
    host, guest = friends(visit, length="3", cube="yes", clock="calm")

    mover, opponent = mid_turn(host, guest)
    crash(mortal, mover, opponent)
    mover.finish()

    opponent.wait("roll")
    opponent.press("#double")
    opponent.press("#double")
    mover.wait("double")
    crash(mortal, mover, opponent)
    mover.press("#accept")
    opponent.wait("roll")
    opponent.roll()
    assert same(*on_turn(mover, opponent))

    loser, winner = on_turn(mover, opponent)
    give_up(loser, winner)
    for seat in (loser, winner):
        seat.press("#next")
    while on_turn(winner, loser)[0] is winner:
        winner.turn()
    give_up(loser, winner)
    for seat in (loser, winner):
        seat.wait("over")
        check_dice(seat, tmp_path)
