"""A player without a pointer: Tab reaches what is to be pressed, arrows the points and squares."""

from playwright.sync_api import Locator, Page

from tests.support.browser.board_pages import Spot
from tests.support.browser.table_page import Seat, Way
from tests.support.chromium import becomes

ON_BOARD = "document.activeElement.matches('#board [data-at]')"
AT = "() => Number(document.activeElement.dataset.at)"
ALONG = """(to) => {
  const { g } = zaria.view, at = Number(document.activeElement.dataset.at), low = at <= 12;
  if (low !== to <= 12) return g.isNear(at) ? 'ArrowUp' : 'ArrowDown';
  return (at < to) === (low === g.columnX(1) < g.columnX(0)) ? 'ArrowLeft' : 'ArrowRight';
}"""
"""The arrow that leads from the point with the focus to another: over the bar first, then in order."""
AHEAD = """(to) => {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2, box.height / 2];
  };
  const [x, y, half] = middle(document.activeElement);
  const [goalX, goalY] = middle(document.querySelector(`#board .keys [data-at='${to}']`));
  if (Math.abs(goalY - y) > half) return goalY < y ? 'ArrowUp' : 'ArrowDown';
  return goalX < x ? 'ArrowLeft' : 'ArrowRight';
}"""
"""The arrow that points from the square with the focus to another, over rows first."""
MOST = 250
"""Presses of Tab or of arrows after which a goal is out of reach: the front page shows every game."""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(MOST):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def to_board(page: Page) -> None:
    """Give the focus to the board, where it is not there, by the link that skips all before it."""
    if not page.evaluate(ON_BOARD):
        tab_to(page, ".skip")
        page.keyboard.press("Enter")
        becomes(page, ON_BOARD, True)


def walk(page: Page, to: int) -> None:
    """From the point that has the focus to another, by arrows."""
    for _ in range(MOST):
        if page.evaluate(AT) == to:
            return
        page.keyboard.press(page.evaluate(ALONG, to))
    raise AssertionError(f"point {to} cannot be reached by arrows")


def arrows(page: Page, spot: Spot) -> None:
    """Choose a square: arrows to it, and Enter."""
    to_board(page)
    for _ in range(MOST):
        if page.evaluate(AT) == spot.at:
            page.keyboard.press("Enter")
            return
        page.keyboard.press(page.evaluate(AHEAD, spot.at))
    raise AssertionError(f"square {spot.at} cannot be reached by arrows")


class KeySeat(Seat):
    """Plays on one page by keys alone, those of the buttons where they have some."""

    SHORTCUTS = {"#roll": "R", "#done": "Enter"}

    def press(self, control: str | Locator) -> None:
        """The key of a button, or Tab until it has the focus and Enter."""
        assert isinstance(control, str)
        if control not in self.SHORTCUTS:
            tab_to(self.page, control)
        self.page.keyboard.press(self.SHORTCUTS.get(control, "Enter"))

    def step(self, way: Way) -> None:
        """Walk to a checker and press Enter, and where it shall go unless it goes there at once."""
        to_board(self.page)
        walk(self.page, way.src)
        self.page.keyboard.press("Enter")
        if way.choices > 1:
            walk(self.page, way.dst)
            self.page.keyboard.press("Enter")
