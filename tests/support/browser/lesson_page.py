"""A lesson or a chapter on a phone: answers by taps and by keyboard, as its data names them."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE, Size, Visits
from zaria.games.board_games import LETTERED

NARROW: Size = {**PHONE, "viewport": {"width": 360, "height": 640}}
BOARDS = "() => JSON.parse(document.getElementById('data').textContent).boards"
PLACES = "() => [...document.querySelectorAll('.men > *')].map((e) => e.style.transform).join()"
FILES = "abcdefghij"


def lesson_of(visit: Visits, path: str, language: str = "en", board: int = 1) -> Page:
    """Return the page of a lesson or chapter on a narrow phone, at a board counted from 1."""
    visitor = visit.visitor(NARROW)
    visitor.add_cookies([{"name": "zaria_language", "value": language, "url": visit.url}])
    page = visit.page(visitor, f"/learn/{path}#{board}")
    expect(page.locator("html")).to_have_attribute("data-ready", "1")
    return page


def boards(page: Page) -> list[dict[str, Any]]:
    """Return the boards of the lesson that is shown."""
    shown: list[dict[str, Any]] = page.evaluate(BOARDS)
    return shown


def answer(page: Page, board: dict[str, Any], *, keys: bool) -> None:
    """Play the first answer of a board, by the keys of its points and squares or by taps."""
    choose = press if keys else _tap
    if "choices" in board:
        _act(page, board, keys=keys)
    elif "tree" in board:
        for src, die in board["best"]:
            target = die if board["hand"] and src == 25 else max(0, src - die)
            _step(page, src, target, keys=keys)
    else:
        for name in (board["best"][0], board["best"][-1]):
            choose(page, _square(board, name))


def _act(page: Page, board: dict[str, Any], *, keys: bool) -> None:
    """Choose the act that solves the board."""
    best = next(act for act, verdict in board["verdicts"].items() if verdict["grade"] == "solved")
    button = page.locator(f"[data-choice={best}]")
    if keys:
        button.focus()
        page.keyboard.press("Enter")
    else:
        button.tap()


def _step(page: Page, src: int, target: int, *, keys: bool) -> None:
    """Move a checker by one die: the second press is needed where it has a choice."""
    before = page.evaluate(PLACES)
    choose = press if keys else _tap
    choose(page, src)
    if page.evaluate(PLACES) == before:
        choose(page, target)


def press(page: Page, at: int) -> None:
    """Press Enter on a point or a square."""
    page.locator(f".keys [data-at='{at}']").focus()
    page.keyboard.press("Enter")


def _tap(page: Page, at: int) -> None:
    box = page.locator(f".keys [data-at='{at}']").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _square(board: dict[str, Any], name: str) -> int:
    size = int(board["size"])
    if board["coordinates"] in LETTERED:
        return (size - int(name[1:])) * size + FILES.index(name[0])
    number = int(name) - 1
    if board["coordinates"] == "mirror-light":
        number = size * size // 2 - 1 - number
    row, column = divmod(number, size // 2)
    return row * size + 2 * column + int((row % 2 == 0) == (board["coordinates"] == "numbers"))


def play_through(page: Page, look: Callable[[Page], None], *, keys: bool) -> int:
    """Solve every board of the lesson, to its end. Return how many there were.

    `look` sees the page with each goal, with each answer, and at the end.
    """
    shown = boards(page)
    for number, board in enumerate(shown, 1):
        expect(page.locator("#goal")).to_have_text(board["goal"])
        look(page)
        answer(page, board, keys=keys)
        expect(page.locator("#next")).to_be_visible()
        expect(page.locator("#said")).to_have_class("lesson-said good")
        expect(page.locator(".lesson-points .done")).to_have_count(number)
        look(page)
        if keys:
            expect(page.locator("#next")).to_be_focused()
            page.keyboard.press("Enter")
        else:
            page.locator("#next").tap()
    expect(page.locator("#end")).to_be_visible()
    look(page)
    return len(shown)
