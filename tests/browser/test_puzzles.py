"""Puzzles in a browser: answered by pointer and by keyboard, on a desktop and on a phone."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.chromium import PHONE, Visits, becomes
from tests.support.club import puzzle_samples
from tests.support.club.puzzle_samples import AVOID, MOVE, SECOND_TURN, TURN
from tests.support.servers import Server
from zaria.puzzles.puzzle import Puzzle

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("puzzles")]

PHONES = ((360, 640), (390, 844), (740, 360))
HIDDEN_PARTS = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const bar = box('#puzzle-bar'), board = box('#board'), tabs = box('.tab-bar');
  const isBeside = bar.left >= board.right;
  return Object.entries({
    'a part of the bar is above the window': bar.top < 0,
    'the main pages cover the bar': bar.bottom > tabs.top + 0.5,
    'the bar covers the board': !isBeside && board.bottom > bar.top + 0.5,
    'the main pages cover the board': board.bottom > tabs.top + 0.5,
    'the page is wider than the window': document.documentElement.scrollWidth > innerWidth,
  }).filter(([, isSo]) => isSo).map(([fault]) => fault);
}"""
"""Names the parts that hide one another, on a page that is not scrolled."""


@pytest.fixture(scope="module")
def puzzle_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running club with made-up puzzles."""
    data = tmp_path_factory.mktemp("puzzles")
    puzzle_samples.write(data / "files")
    with Server(
        data / "club", module="tests.support.club.puzzle_server", PUZZLES=str(data / "files")
    ) as server:
        yield server


def key(page: Page, at: int) -> Locator:
    """The key of a point of the board."""
    return page.locator(f"#board .keys [data-at='{at}']")


def opened(visit: Callable[..., Page], puzzle: str, **more: object) -> tuple[Page, Locator]:
    """The page of a puzzle, and the line that says what is asked."""
    page = visit(f"/puzzles/{puzzle}", **more)
    expect(page.locator("html")).to_have_attribute("data-attempt", "1")
    return page, page.locator("#puzzle-bar").get_by_role("status")


def test_a_puzzle_is_solved_by_keys(visits: Callable[[Server], Visits], puzzle_club: Server) -> None:
    page, status = opened(visits(puzzle_club), TURN.id)
    expect(status).to_have_text("Light to play 3-1. Find the best turn.")
    done = page.get_by_role("button", name="Done")
    expect(done).to_be_disabled()
    for at in (8, 5):
        key(page, at).press("Enter")
    page.get_by_role("button", name="Undo").press("Enter")
    for at in (8, 5, 6, 5):
        key(page, at).press("Enter")
    done.press("Enter")
    expect(status).to_have_text("Solved")
    expect(page.locator("#puzzle-bar")).to_be_focused()
    expect(page.locator("#solution")).to_have_attribute("open", "")
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()
    page.get_by_role("link", name="Next puzzle").press("Enter")
    expect(page.locator("#puzzle-bar")).to_be_visible()
    assert TURN.id not in page.url


def test_a_miss_keeps_its_solution_folded_and_may_be_tried_again_on_a_phone(
    visits: Callable[[Server], Visits], puzzle_club: Server
) -> None:
    page, status = opened(visits(puzzle_club), SECOND_TURN.id, size=PHONE)
    for at in (13, 11, 6, 2):
        key(page, at).press("Enter")
    page.get_by_role("button", name="Done").tap()
    expect(status).to_have_text("Nearly: it costs 0.110")
    boards = page.locator(".puzzle-boards svg")
    expect(boards.first).to_be_hidden()
    page.locator("#solution summary").tap()
    expect(boards).to_have_count(2)
    expect(page.locator(".ways .way").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    page.get_by_role("button", name="Try again").tap()
    expect(status).to_have_text("Light to play 4-2. Find the best turn.")
    expect(page.locator("#verdict")).to_be_empty()


def test_a_choice_is_answered_by_a_tap(visits: Callable[[Server], Visits], puzzle_club: Server) -> None:
    page, status = opened(visits(puzzle_club), AVOID.id, size=PHONE)
    page.get_by_role("button", name=AVOID.answers[-1].turn, exact=True).tap()
    expect(status).to_have_text("Solved")


def test_a_solution_on_squares_goes_on_after_the_reply(
    visits: Callable[[Server], Visits], puzzle_club: Server
) -> None:
    page, status = opened(visits(puzzle_club), MOVE.id)
    done = page.get_by_role("button", name="Done")
    onward = f"Right. The reply is {MOVE.line[1]}. Find the next move."
    for move, words in zip(MOVE.line[::2], (onward, "Solved"), strict=True):
        expect(done).to_be_disabled()
        for square in move.split("-"):
            page.locator(f"#board .keys [aria-label^='{square}:']").press("Enter")
        done.click()
        expect(status).to_have_text(words)


PIECES = """() => {
  const field = document.querySelector('.squares-field').getBoundingClientRect(), square = field.width / 8;
  const place = (edge, box) => Math.floor((box - edge) / square + 0.5);
  return [...document.querySelectorAll('.squares-field .pc')].map((piece) => {
    const { left, top } = piece.getBoundingClientRect();
    return `${piece.className.slice(3, 5)} ${place(field.left, left)} ${place(field.top, top)}`;
  }).sort().join();
}"""
"""The pieces that are seen, and their squares."""


def board_after(page: Page, before: str = "") -> str:
    """The pieces on the board, as soon as they stand elsewhere than before."""
    page.wait_for_function(f"before => ({PIECES})() !== before", arg=before)
    return str(page.evaluate(PIECES))


def play(page: Page, move: str) -> None:
    """Play a move of a game on squares by keys."""
    for square in move.split("-"):
        page.locator(f"#board .keys [aria-label^='{square}:']").press("Enter")
    page.get_by_role("button", name="Done").press("Enter")


def test_a_solution_is_stepped_through_by_keys(
    visits: Callable[[Server], Visits], puzzle_club: Server
) -> None:
    page, status = opened(visits(puzzle_club), MOVE.id)
    shown = [board_after(page)]
    play(page, MOVE.line[0])
    expect(status).to_contain_text("The reply is")
    play(page, MOVE.line[2])
    expect(status).to_have_text("Solved")
    page.keyboard.press("Home")
    becomes(page, PIECES, shown[0])
    expect(status).to_have_text("Solved")
    for number, move in enumerate(MOVE.line, 1):
        page.keyboard.press("ArrowRight")
        expect(status).to_have_text(f"{number}/3 {move}")
        expect(page.locator(".puzzle-line [aria-current=true]")).to_have_text(move)
        shown.append(board_after(page, shown[-1]))
    assert len(set(shown)) == 4
    page.keyboard.press("ArrowLeft")
    becomes(page, PIECES, shown[-2])


def test_a_solution_is_stepped_through_by_touch_after_a_miss(
    visits: Callable[[Server], Visits], puzzle_club: Server
) -> None:
    page, status = opened(visits(puzzle_club), MOVE.id, size=PHONE)
    first = board_after(page)
    play(page, MOVE.answers[2].turn)
    expect(status).to_contain_text("Not this time")
    after = page.locator("#puzzle-bar [data-act=after]")
    expect(after).to_be_hidden()
    page.locator("#solution summary").tap()
    expect(page.locator(".ways .way").first).to_be_attached()
    becomes(page, PIECES, first)
    after.tap()
    expect(status).to_have_text(f"1/3 {MOVE.line[0]}")
    page.locator(".puzzle-line button").last.tap()
    expect(status).to_have_text(f"3/3 {MOVE.line[2]}")
    page.get_by_role("button", name="Try again").tap()
    expect(after).to_be_hidden()
    becomes(page, PIECES, first)
    play(page, MOVE.line[0])
    expect(status).to_contain_text("The reply is")


def test_a_checker_is_moved_by_the_pointer(visits: Callable[[Server], Visits], puzzle_club: Server) -> None:
    page, _ = opened(visits(puzzle_club), TURN.id)
    done = page.get_by_role("button", name="Done")
    for at in (8, 5, 6, 5):
        box = key(page, at).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(done).to_be_enabled()
    done.click()
    expect(page.locator("#verdict .solved")).to_be_visible()


@pytest.mark.parametrize("puzzle", [TURN, AVOID, MOVE], ids=lambda puzzle: puzzle.question)
def test_the_answer_stands_between_the_board_and_the_main_pages_on_any_phone(
    visits: Callable[[Server], Visits], puzzle_club: Server, puzzle: Puzzle
) -> None:
    page, _ = opened(visits(puzzle_club), puzzle.id, size=PHONE, locale="el")
    expect(page.locator(".tab-bar [aria-current]")).to_have_attribute("href", "/learn")
    for width, height in PHONES:
        page.set_viewport_size({"width": width, "height": height})
        becomes(page, HIDDEN_PARTS, [])


def test_a_run_leads_from_puzzle_to_puzzle(visits: Callable[[Server], Visits], puzzle_club: Server) -> None:
    page = visits(puzzle_club)("/puzzles/run")
    page.locator("select[name=game]").select_option("backgammon")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".puzzle-run")).to_contain_text("0 solved")
    expect(page.locator(".puzzle-run .time")).to_contain_text("2:5")


def test_a_frame_can_be_played(visits: Callable[[Server], Visits], puzzle_club: Server) -> None:
    page = visits(puzzle_club)(f"/puzzles/{TURN.id}/embed")
    expect(page.locator("#puzzle-bar")).to_be_visible()
    for at in (8, 5, 6, 5):
        key(page, at).press("Enter")
    page.get_by_role("button", name="Done").click()
    expect(page.locator("#puzzle-bar").get_by_role("status")).to_have_text("Solved")
