"""Arrows and circles that viewers draw on a board for themselves, by mouse and by finger."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE, becomes
from tests.support.web.board_stage import ITALIAN, at, log
from tests.support.web.table_stage import event, match, state
from tests.web.conftest import Boards
from tests.web.test_squares import square
from tests.web.test_table import lie, point, push, sent
from zaria.match import events as ev

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GREEN, RED, BLUE = "#86d972", "#f2705e", "#63b0f8"


def press(page: Page, place: int) -> None:
    """Press the other button, which fetches what draws, and wait until a press begins a drawing."""
    page.mouse.move(*point(page, place))
    page.mouse.down(button="right")
    expect(page.locator(".drawings > *")).not_to_have_count(0)


def draw(page: Page, place: int, to: int) -> None:
    press(page, place)
    page.mouse.move(*point(page, to))
    page.mouse.up(button="right")


def strokes(page: Page, colour: str) -> int:
    """Circles and lines of a colour."""
    return page.locator(f".drawings [fill=none][stroke='{colour}']").count()


def test_the_other_button_draws_arrows_and_circles_and_a_click_clears_them(board: Boards) -> None:
    page = board(state(at("chess", None, *ITALIAN), you=None, log=log("chess", *ITALIAN)))
    e4, e5, f3 = (square(page, name) for name in ("e4", "e5", "f3"))
    draw(page, f3, e5)
    expect(page.locator(f".drawings path[fill=none][stroke='{GREEN}']")).to_have_count(1)
    page.keyboard.down("Shift")
    draw(page, e4, e4)
    page.keyboard.up("Shift")
    expect(page.locator(f".drawings circle[stroke='{RED}']")).to_have_count(1)
    page.keyboard.down("Alt")
    draw(page, f3, e5)
    page.keyboard.up("Alt")
    expect(page.locator(f".drawings path[fill=none][stroke='{BLUE}']")).to_have_count(1)
    assert strokes(page, GREEN) == 0
    draw(page, e4, e4)
    draw(page, e4, e4)
    expect(page.locator(".drawings circle")).to_have_count(0)
    page.mouse.click(*point(page, square(page, "a4")))
    expect(page.locator(".drawings > *")).to_have_count(0)


@pytest.mark.parametrize("game", ["chess", "tabla"])
def test_an_arrow_that_ends_outside_the_board_is_dropped(board: Boards, game: str) -> None:
    if game == "chess":
        page = board(state(at("chess", None, *ITALIAN), you=None, log=log("chess", *ITALIAN)))
        start, end = square(page, "f3"), square(page, "e5")
    else:
        page = board(state(match(dice=(6, 1))))
        start, end = 13, 8
    draw(page, start, end)
    expect(page.locator(f".drawings path[fill=none][stroke='{GREEN}']")).to_have_count(1)
    press(page, end)
    page.mouse.move(*point(page, start))
    page.mouse.move(2, 2)
    page.mouse.up(button="right")
    expect(page.locator(f".drawings path[fill=none][stroke='{GREEN}']")).to_have_count(1)
    draw(page, start, end)
    expect(page.locator(".drawings > *")).to_have_count(0)


def test_they_turn_with_the_board_and_go_with_the_position(board: Boards) -> None:
    page = board(state(at("chess", None, *ITALIAN[:2]), log=log("chess", *ITALIAN[:2])))
    draw(page, square(page, "g1"), square(page, "f3"))
    line = page.locator(f".drawings path[fill=none][stroke='{GREEN}']")
    assert (line.get_attribute("d") or "").startswith("M6.5 7.5L")
    page.locator("#flip").click()
    becomes(page, "() => document.querySelector('.drawings path').getAttribute('d').slice(0, 9)", "M1.5 0.5L")
    after = at("chess", None, *ITALIAN[:3])
    push(page, event(8, ev.Moved(at=1, side=0, move="g1f3", text="Nf3"), after))
    expect(page.locator(".drawings > *")).to_have_count(0)
    assert sent(page, "move") == []


def test_on_points_a_click_plays_the_other_die_and_a_pull_draws(board: Boards) -> None:
    page = board(state(match(dice=(6, 1))))
    draw(page, 13, 8)
    expect(page.locator(f".drawings path[fill=none][stroke='{GREEN}']")).to_have_count(1)
    lie(page, [])
    page.mouse.click(*point(page, 8), button="right")
    lie(page, [[8, 1]])
    expect(page.locator(".drawings > *")).to_have_count(0)


def test_a_finger_that_rests_draws_and_moves_no_piece(board: Boards) -> None:
    page = board(state(at("chess", None, *ITALIAN), log=log("chess", *ITALIAN)), size=PHONE)
    page.touchscreen.tap(*point(page, square(page, "a5")))
    page.wait_for_function("() => document.querySelector('.drawings')")
    touch = page.context.new_cdp_session(page)

    def finger(kind: str, name: str = "") -> None:
        spots = [dict(zip("xy", point(page, square(page, name)), strict=True))] if name else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    finger("touchStart", "c5")
    expect(page.locator(".drawings circle")).not_to_have_count(0)
    finger("touchMove", "f2")
    finger("touchEnd")
    expect(page.locator(f".drawings path[fill=none][stroke='{GREEN}']")).to_have_count(1)
    becomes(page, "() => zaria.table.chosen.value.length", 0)
    assert sent(page, "move") == []
    page.touchscreen.tap(*point(page, square(page, "a5")))
    expect(page.locator(".drawings > *")).to_have_count(0)
