"""Narration: the viewer's own steps, names for onlookers, and the list of keys."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE
from tests.support.web.board_stage import at
from tests.support.web.table_stage import Stage, event, holds, match, reach, state
from tests.web.conftest import Boards, Open
from tests.web.test_table import idle, note, noted, point, push, renew
from zaria.match import events as ev
from zaria.match.clock.clock import Clock
from zaria.match.match import Match
from zaria.match.terms import ClockTerms

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

BY_HAND = {"roll": False, "speed": 0, "sound": False}
LIVE = "document.getElementById('live').textContent"
CUBE: dict[str, Any] = {"cubes": True, "length": 5, "beaver": True, "raccoon": True}
EVENTS: dict[str, tuple[Match, ev.Event, Match]] = {
    "You start": (
        match(phase="between", rolls=0),
        ev.OpeningRolled(at=1, n=1, dice=(5, 2)),
        match(dice=(5, 2)),
    ),
    "You double to 2": (
        match(**CUBE),
        ev.Doubled(at=1, side=0, value=2),
        match(phase="double", proposed=(2,), **CUBE),
    ),
    "You raise to 2": (
        match(cubes=True, raises="add"),
        ev.Doubled(at=1, side=0, value=2),
        match(phase="double", proposed=(2,), cubes=True, raises="add"),
    ),
    "You beaver to 4": (
        match(phase="double", turn=1, proposed=(2,), **CUBE),
        ev.Beavered(at=1, side=0, value=4),
        match(phase="double", turn=1, proposed=(2, 4), **CUBE),
    ),
    "You accept the double": (
        match(phase="double", turn=1, proposed=(2,), **CUBE),
        ev.Taken(at=1, side=0),
        match(turn=1, **CUBE),
    ),
    "You decline the double": (
        match(phase="double", turn=1, proposed=(2,), **CUBE),
        ev.Dropped(at=1, side=0),
        match(phase="between", **CUBE),
    ),
    "You play on": (match(phase="resign"), ev.ResignRejected(at=1, side=0), match()),
    "You ran out of time": (match(), ev.Flagged(at=1, side=0), match(phase="between")),
    "You left the table": (match(), ev.Claimed(at=1, side=1, what="win"), match(phase="between")),
}
CHESS: dict[str, tuple[Any, str]] = {
    "You offer a draw": (ev.DrawOffered(at=1, side=0), "Irina offers a draw"),
    "You decline the draw": (ev.DrawDeclined(at=1, side=0), "Irina declines the draw"),
    "You accept the draw": (ev.DrawAccepted(at=1, side=0), "Irina accepts the draw"),
}


def test_what_the_viewer_does_is_said_in_the_second_person(board: Boards) -> None:
    page = board(settings=BY_HAND)
    note(page, LIVE)
    for sentence, (before, happened, after) in EVENTS.items():
        renew(page, state(before))
        push(page, event(8, happened, after))
        idle(page)
        assert sentence in noted(page)


@pytest.mark.parametrize("you", [0, None], ids=["to the viewer", "of him"])
def test_offers_of_a_draw_are_said(board: Boards, you: int | None) -> None:
    game = at("chess")
    page = board(state(game, you=you), settings=BY_HAND)
    note(page, LIVE)
    for n, (sentence, (happened, named)) in enumerate(CHESS.items(), 8):
        push(page, event(n, happened, game, you=you))
        idle(page)
        assert (named if you is None else sentence) in noted(page)


def live(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator("#live")).to_have_text(text)


def test_a_checker_taken_up_and_each_step_are_said(board: Boards) -> None:
    page = board()
    page.locator("[data-at='24']").focus()
    page.keyboard.press("Enter")
    live(page, "Point 24: selected, can go to 18, 23")
    page.locator("[data-at='18']").focus()
    page.keyboard.press("Enter")
    live(page, "24/18. Dice: 1.")
    page.keyboard.press("u")
    live(page, "Undone: 24/18")
    page.mouse.dblclick(*point(page, 24))
    page.mouse.dblclick(*point(page, 8))
    live(page, "8/7. Everything is played: press Enter to end the turn.")


def test_a_hit_and_the_bar_are_said(board: Boards) -> None:
    page = board(state(match(position="X=bar:1,13:5,8:3,6:6;O=24:2,13:5,8:3,6:4,3:1", dice=(3, 2))))
    page.mouse.dblclick(*point(page, 25))
    live(page, re.compile(r"^Bar/22\*\. Dice: 2\.$"))


def test_squares_chosen_and_laid_for_later_are_said(board: Boards) -> None:
    page = board(state(at("chess")))
    square = "name => { document.querySelector(`[data-at='${name}']`).focus(); }"
    e2 = page.evaluate("() => [...Array(64).keys()].find((i) => zaria.table.name(i) === 'e2')")
    page.evaluate(square, e2)
    page.keyboard.press("Enter")
    live(page, "e2: selected, can go to e3, e4")


def test_who_looks_on_hears_names(board: Boards) -> None:
    running = Clock(bank=(60_000, 90_000), running=None, since=0)
    watched = match(clock=ClockTerms(bank=120_000), running=running)
    page = board(state(watched, you=None), settings=BY_HAND)
    expect(page.locator("[data-at='8']")).to_have_attribute("aria-label", "Point 8: Irina 3, Stoyan 0")
    page.keyboard.press("p")
    live(page, "Irina: 24: 2, 13: 5, 8: 3, 6: 5. Stoyan: 19: 5, 17: 3, 12: 5, 1: 2.")
    page.keyboard.press("c")
    live(page, "Irina 1:00, Stoyan 1:30")
    page.keyboard.press("o")
    live(page, "Irina: score 0, pips 167. Stoyan: score 0, pips 167")


def test_who_looks_on_at_squares_and_pins_and_halves_hears_names(board: Boards) -> None:
    page = board(state(at("chess"), you=None))
    names = page.locator("[data-at]")
    expect(names.filter(has_not_text="x").first).to_have_attribute(
        "aria-label", re.compile(": rook, Stoyan$")
    )
    pinned = "X=24:6,20:3,16:1^,10:3,5:1,4:1;O=24:5,20:1^,14:2,12:4,9:1,8:1,6:1"
    page = board(state(match("tapa", pinned, dice=(6, 4)), you=None))
    expect(page.locator("[data-at='16']")).to_have_attribute("aria-label", re.compile("Irina: pinned$"))
    page = board(state(reach("indiyka", holds(8, 0)), you=None))
    expect(page.locator("[data-at='24']")).to_have_attribute("aria-label", re.compile("^Stoyan: Point 1: "))


def test_the_position_is_spoken_by_the_points_of_the_listener(board: Boards) -> None:
    page = board()
    page.keyboard.press("p")
    live(page, re.compile(r"Theirs: 19: 5, 17: 3, 12: 5, 1: 2\."))


def test_a_key_and_a_button_list_keys_and_gestures(table: Open, stage: Stage) -> None:
    stage.extra["/help"] = b"<ul><li>Tap a piece</li></ul><dl><dt><kbd>U</kbd></dt></dl>"
    page = table(settings=BY_HAND)
    with page.expect_request("**/help?table=tables"):
        page.keyboard.press("?")
    sheet = page.locator("#sheet-help")
    expect(sheet.locator("header")).to_have_text("Keys and gestures")
    expect(sheet.locator("kbd")).to_have_text(["U"])
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page = table(state(at("chess")), size=PHONE, settings=BY_HAND)
    page.locator("#menu").tap()
    page.locator("#tab-settings").tap()
    with page.expect_request("**/help?table=squares"):
        page.locator("#help").tap()
    expect(page.locator("#sheet-help li").first).to_be_visible()
