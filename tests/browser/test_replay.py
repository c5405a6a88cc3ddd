"""Stepping through a match that is over: buttons, keys, the list, and addresses that lead back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.shelf import NAMES, SQUARES
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import play_now
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits, wait_for_motion
from tests.support.records.board_records import moves, sat
from tests.support.servers import Server

STEPPED = by_day(
    [("chess", "phone")],
    [(game, list(SIZES)[n // 2]) for n, game in enumerate(SQUARES)],
)

pytestmark = pytest.mark.xdist_group("replay")


def at(page: Page, number: int) -> None:
    """The page shows this frame, and its address says so."""
    expect(page.locator(f"html[data-at='{number}'][data-ready]")).to_have_count(1)


def shows_all(page: Page) -> None:
    """All checkers stand on the board, the bar or in the trays."""
    expect(page.locator(".board .man")).to_have_count(30)


@pytest.mark.browser
@pytest.mark.parametrize("size", by_day(("desktop",), SIZES))
def test_a_match_step_by_step(visits: Callable[[Server], Visits], shelved: Server, size: str) -> None:
    page = visits(shelved)("/t/tabla-match/replay", SIZES[size])
    at(page, 0)
    shows_all(page)
    page.locator("#after").click()
    at(page, 2)  # the opening roll and the first turn are one step
    page.keyboard.press("ArrowRight")
    at(page, 4)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    page.keyboard.press("Shift+ArrowLeft")
    at(page, 1)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 2)
    page.keyboard.press("Shift+ArrowRight")
    at(page, 3)
    page.keyboard.press("ArrowLeft")  # from the middle of a turn to where it began
    at(page, 2)
    page.keyboard.press("End")
    expect(page.locator("#after")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    at(page, 0)
    light, dark = (page.locator(f".replay-who[data-side='{side}'] > b").inner_text() for side in (0, 1))
    expect(page.locator(".keys [data-at='24']")).to_have_attribute(
        "aria-label", f"Point 24: {light} 2, {dark} 0"
    )
    page.locator("#turns li a").nth(4).click()
    number = page.locator("#turns li a").nth(4).get_attribute("data-at")
    at(page, int(number or 0))
    expect(page).to_have_url(re.compile(rf"\?at={number}$"))
    caption = page.locator("#say span").inner_text()
    page.reload()
    at(page, int(number or 0))
    expect(page.locator("#say span")).to_have_text(caption)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.browser
@pytest.mark.parametrize("name", by_day(("tapa-match",), NAMES))
def test_every_kind_of_board_is_drawn(visits: Callable[[Server], Visits], shelved: Server, name: str) -> None:
    page = visits(shelved)(f"/t/{name}/replay?at=40")
    at(page, 40)
    page.locator("#flip").click()
    page.locator("#link").click()
    expect(page).to_have_url(re.compile("/position/"))
    at(page, 0)
    shows_all(page)


@pytest.mark.browser
def test_the_turns_can_be_read_without_javascript(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page = visits(shelved)("/t/tabla-match/replay?at=3", java_script_enabled=False)
    caption = page.locator("#say span").inner_text()
    for number in (4, 6):
        page.locator("#after").click()
        expect(page).to_have_url(re.compile(rf"at={number}$"))
        expect(page.locator("#say span")).not_to_have_text(caption)
    page.locator("#before").click()
    expect(page).to_have_url(re.compile(r"at=4$"))


@pytest.mark.browser
def test_the_keys_of_a_replay_are_listed(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page = visits(shelved)("/t/tabla-match/replay")
    at(page, 0)
    page.keyboard.press("?")
    sheet = page.locator("dialog[open]")
    expect(sheet.locator("kbd")).to_contain_text(["←", "→", "Shift", "Home", "End", "E", "Shift"])
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.locator("#keys").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("ArrowRight")  # the sheet lies over the board: it stays where it is
    at(page, 0)


def middle(page: Page, point: int) -> tuple[float, float]:
    """The middle of a point's key, in the window."""
    box = page.locator(f".keys [data-at='{point}']").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.browser
def test_a_position_is_dragged_together_and_evaluated(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page = visits(shelved)("/position/tabla")
    at(page, 0)
    page.locator("#edit").click()
    store = page.locator(".ed-tool[data-tool='dark']")
    expect(store).to_be_visible()
    stands = page.locator(".keys [data-at='20']")
    for start, end in ((24, 20), (24, 20)):
        page.mouse.move(*middle(page, start))
        page.mouse.down()
        page.mouse.move(*middle(page, end), steps=3)
        expect(page.locator(".ed-drag")).to_have_count(1)
        page.mouse.up()
    expect(page.locator(".ed-drag")).to_have_count(0)
    expect(stands).to_have_attribute("aria-label", re.compile("Light 2, Dark 0$"))
    page.mouse.move(*middle(page, 20))
    page.mouse.down()
    page.mouse.move(2, 2, steps=3)
    page.mouse.up()
    expect(stands).to_have_attribute("aria-label", re.compile("Light 1, Dark 0$"))
    stands.focus()
    page.keyboard.press("Enter")  # the keys place the piece that is chosen
    expect(stands).to_have_attribute("aria-label", re.compile("Light 2, Dark 0$"))
    page.locator("#ask").click()
    opinion = page.locator("#opinion-answer")
    expect(opinion.locator(".op-shares")).to_contain_text("Light")
    page.locator("#ed-clear").click()
    expect(opinion.locator(".op-shares")).to_have_count(0)
    page.locator("#ed-cancel").click()
    expect(page.locator("#editor")).to_be_hidden()
    expect(page.locator("#edit")).to_be_visible()
    at(page, 0)
    shows_all(page)


def pieces(page: Page) -> int:
    """Pieces on the board, those that are just fading away apart."""
    wait_for_motion(page)
    return page.locator(".board .pc").count()


@pytest.mark.browser
@pytest.mark.parametrize(("game", "size"), STEPPED)
def test_a_game_on_squares_step_by_step(
    visits: Callable[[Server], Visits], shelved: Server, game: str, size: str
) -> None:
    page = visits(shelved)(f"/t/{game}/replay", SIZES[size])
    at(page, 0)
    started = pieces(page)
    assert started == {"draughts": 40, "chess": 32}.get(game, 24)
    light = page.locator(".replay-who[data-side='0'] > b").inner_text()
    kinds = {"chess": ("queen", "king")}.get(game, ("man",))
    for kind in kinds:
        expect(page.locator(f".keys [aria-label$=': {kind}, {light}']").first).to_be_attached()
    for number in (1, 2):
        page.keyboard.press("ArrowRight")
        at(page, number)
    expect(page.locator(".m-last").nth(1)).to_be_attached()
    played = moves(sat(game, 1, 40, "resigned"))
    listed = page.locator("#turns .moves a:not(.word)")
    expect(listed).to_have_text([text for _, _, text in played])
    listed.nth(20).click()
    at(page, 21)
    expect(page).to_have_url(re.compile(r"\?at=21$"))
    expect(page.locator("#say span")).to_contain_text(played[20][2])
    placement = pieces(page)
    page.locator("#flip").click()
    page.locator("#link").click()
    expect(page).to_have_url(re.compile(f"/position/{game}"))
    at(page, 0)
    assert pieces(page) == placement
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert abs(box["width"] - box["height"]) < 1
    assert box["width"] > (330 if size == "phone" else 400)


@pytest.mark.slow
@pytest.mark.browser
def test_a_match_plays_and_rests(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page = visits(shelved)("/t/tabla-match/replay")
    at(page, 0)
    run = page.locator("#run")
    run.click()
    expect(run).to_have_attribute("aria-pressed", "true")
    at(page, 1)
    at(page, 2)
    page.keyboard.press("ArrowLeft")
    expect(run).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("End")
    last = page.locator("html").get_attribute("data-at")
    run.click()
    at(page, 0)
    run.click()
    expect(run).to_have_attribute("aria-pressed", "false")
    assert last != "0"


@pytest.mark.browser
@pytest.mark.parametrize(
    ("name", "cube"), by_day([("tabla-match", True)], [("tabla-match", True), ("tabla-single", False)])
)
def test_a_position_leads_back_to_its_match_and_has_its_cube_only(
    visits: Callable[[Server], Visits], shelved: Server, name: str, cube: bool
) -> None:
    page = visits(shelved)(f"/t/{name}/replay?at=7")
    at(page, 7)
    assert page.locator(".cube").is_visible() is cube
    page.locator("#link").click()
    expect(page).to_have_url(re.compile("/position/"))
    at(page, 0)
    assert page.locator(".cube").is_visible() is cube
    assert ("Doubling cube" in page.locator(".record").inner_text()) is cube
    page.locator("#analyse").click()
    at(page, 7)
    expect(page.locator("#tab-analysis")).to_have_attribute("aria-selected", "true")
    page.go_back()
    page.locator("#back").click()
    at(page, 7)
    page.goto("/position/tabla?match=//elsewhere.example/&at=7")
    expect(page.locator("#back, #analyse")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.browser
def test_a_game_in_progress_is_named_above_the_board_not_under_it(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page = visits(shelved)("/")
    play_now(page)
    Seat(page)
    page.goto("/t/tabla-match/replay")
    at(page, 0)
    back, board = (page.locator(css).bounding_box() for css in ("#mine .back", ".replay"))
    assert back is not None
    assert board is not None
    assert back["y"] + back["height"] <= board["y"]
