"""Options at one table: raised cubes, a rest that is handed over, an answering turn."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.arranged_matches import Arranged, arrange
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import friends, on_turn, same
from tests.support.chromium import DESKTOP, PHONE, Visits
from tests.support.servers import Server
from zaria.match.match import Match
from zaria.match.terms import Terms

pytestmark = pytest.mark.browser

Open = Callable[[Terms, Callable[[Match], bool]], tuple[Arranged, Visits]]


@pytest.fixture
def arranged(visits: Callable[[Server], Visits], tmp_path: Path) -> Iterator[Open]:
    """Opens a club with a table that stands as wanted."""
    opened: list[tuple[Server, Visits]] = []

    def open_(terms: Terms, wanted: Callable[[Match], bool]) -> tuple[Arranged, Visits]:
        table = arrange(tmp_path / "data", terms, wanted)
        server = Server(tmp_path / "data")
        opened.append((server, visits(server)))
        return table, opened[-1][1]

    yield open_
    # Everybody leaves before the server does: a page left alone complains that nobody answers.
    for server, visit in opened:
        try:
            visit.close()
        finally:
            server.stop()


def raises(seat: Seat, button: str) -> None:
    """Two taps on a button that asks again."""
    seat.press(button)
    expect(seat.page.locator(button)).to_have_text(re.compile(r"^\s*(Tap|Click) again(: ×\d+)?\s*$"))
    seat.press(button)


@pytest.mark.slow
def test_a_double_a_beaver_and_a_raccoon(visit: Visits) -> None:
    host, guest = friends(visit, "backgammon", cube="yes", beaver="raccoon")
    starter, opponent = on_turn(host, guest)
    starter.finish()
    opponent.wait("roll")
    raises(opponent, "#double")
    starter.wait("double")
    expect(starter.page.locator(".offer")).to_contain_text("doubles to 2")
    raises(starter, "#beaver")
    opponent.wait("double")
    expect(opponent.page.locator(".offer")).to_contain_text("beavers to 4")
    raises(opponent, "#beaver")
    starter.wait("double")
    expect(starter.page.locator(".offer")).to_contain_text("raccoons to 8")
    expect(starter.page.locator("#beaver")).to_have_count(0)
    starter.press("#accept")
    opponent.wait("roll")
    assert same(starter, opponent)
    assert starter.state()["cube"] == {"value": 8, "owner": starter.state()["you"]}


@pytest.mark.slow
def test_raises_that_add_one(visit: Visits) -> None:
    host, guest = friends(visit, "tabla", cube="yes", raises="add")
    starter, opponent = on_turn(host, guest)
    starter.finish()
    for value in (2, 3):
        opponent.wait("roll")
        raises(opponent, "#double")
        starter.wait("double")
        expect(starter.page.locator(".offer b")).to_have_text(str(value))
        starter.press("#accept")
        opponent.wait("roll")
        opponent.turn()
        while on_turn(starter, opponent)[0] is opponent:
            opponent.turn()
        starter, opponent = opponent, starter
    assert same(starter, opponent)
    assert opponent.state()["cube"] == {"value": 3, "owner": opponent.state()["you"]}


def passes_on(match: Match) -> bool:
    """A later stage of a ladder, of some steps, of which the other side will have the rest."""
    position = match.dice_position()
    duty = position.duty
    if match.phase != "move" or duty is None or not duty.own_roll or duty.base:
        return False
    after = [(turn, position.play(turn)) for turn in position.turns()]
    return all(
        len(turn.moves) > 1
        and position_after.duty is not None
        and not position_after.duty.own_roll
        and position_after.turns()
        for turn, position_after in after
    )


@pytest.mark.slow
def test_a_rest_is_handed_over_before_all_eyes(arranged: Open) -> None:
    table, visit = arranged(Terms("gulbara"), passes_on)
    first = table.seat(visit, 0, PHONE)
    second = table.seat(visit, 1, DESKTOP)
    watcher = Seat(visit(table.path))
    mover, opponent = on_turn(first, second)
    assert mover.state()["stage"] > 0
    expect(mover.page.locator(".stage")).to_contain_text("Now the")

    mover.step(mover.ways()[0])
    steps = mover.state()["moves"]
    mover.page.reload()
    mover = Seat(mover.page)
    mover.wait("move", "done")
    assert mover.state()["moves"] == steps
    assert len(steps) == 1
    mover.finish()

    opponent.wait("move")
    players = mover.page.evaluate("() => zaria.table.view.value.players")
    loser, finisher = (players[seat.state()["you"]]["name"] for seat in (mover, opponent))
    expect(opponent.page.locator(".stage")).to_contain_text(f"You finish {loser}'s doublet")
    expect(mover.page.locator(".stage")).to_contain_text(f"{finisher} finishes your doublet")
    expect(watcher.page.locator(".stage")).to_contain_text(f"{finisher} finishes {loser}'s doublet")
    assert same(mover, opponent, watcher)
    opponent.finish()
    on_turn(mover, opponent)
    assert same(mover, opponent, watcher)


def can_draw(match: Match) -> bool:
    """One side is done; the other rolls for the last time and bears off what is left with any dice."""
    position = match.dice_position()
    return (
        match.phase == "roll" and position.counts(1 - match.turn)[0] == 15 and position.pips(match.turn) <= 2
    )


@pytest.mark.slow
def test_the_answering_turn_makes_a_draw(arranged: Open) -> None:
    table, visit = arranged(Terms("short-nardy-5s", options={"paritet": True}), can_draw)
    first = table.seat(visit, 0, DESKTOP)
    second = table.seat(visit, 1, PHONE)
    mover, opponent = on_turn(first, second)
    expect(mover.page.locator(".stage")).to_contain_text("Your last turn")
    expect(opponent.page.locator(".stage")).to_contain_text("One more turn")
    mover.roll()
    mover.finish()
    for seat in (mover, opponent):
        expect(seat.page.locator("#outcome")).to_have_text("Draw")
        seat.press("#next")
    on_turn(mover, opponent)
    assert same(mover, opponent)
    assert mover.state()["score"] == [1, 1]
