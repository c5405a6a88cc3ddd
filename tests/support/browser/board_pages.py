"""Two visitors at a board of squares, and moves made by pointer."""

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.support.browser.table_pages import choose
from tests.support.chromium import DESKTOP, PHONE, Size, Visits
from zaria import games


class Spot(NamedTuple):
    """A square, and the place of its middle on the page."""

    at: int
    x: float
    y: float


Touch = Callable[[Page, Spot], None]


def sit_down(
    visit: Visits, game: str, sizes: tuple[Size, Size] = (DESKTOP, PHONE), **options: str
) -> tuple[Page, Page]:
    """Two visitors at a table, light at a screen of the first size: who moves first, and the other."""
    host = visit(f"/new/{game}", size=sizes[0])
    choose(host, "friend", **options)
    guest = visit(host.locator(".link input").input_value(), size=sizes[1])
    guest.locator("#sit").click()
    return (guest, host) if games.board_game(game).first else (host, guest)


# Resolves, when the page is to make the `ply`-th move, with the squares of its way and their middles.
SPOTS = """([ply, move]) => new Promise((resolve) => {
  const { table } = zaria;
  const middle = (at) => {
    const box = document.querySelector(`[data-at='${at}']`).getBoundingClientRect();
    return [at, box.x + box.width / 2, box.y + box.height / 2];
  };
  const look = () => {
    const busy = table.busy.value || table.waiting.value || !table.moving.value;
    if (busy || table.view.value.squares.plies !== ply) { setTimeout(look, 4); return; }
    const way = table.routes.value.find((one) => one.move === move);
    // a man of ugolki may stop wherever it lands: it is sent straight to the end
    const path = way.takes.length ? way.path : [way.path[0], way.path.at(-1)];
    resolve({ spots: path.map(middle), becomes: table.view.value.game === 'chess' ? way.becomes : '' });
  };
  look();
})"""


def follow(page: Page, ply: int, move: str, touch: Touch, most: int | None = None) -> dict[str, Any]:
    """Touch the first `most` squares of a move, all by default; return the result of `SPOTS`."""
    page.wait_for_selector("html[data-ready]")
    way: dict[str, Any] = page.evaluate(SPOTS, [ply, move])
    for spot in way["spots"][:most]:
        touch(page, Spot(*spot))
    return way


def play(page: Page, ply: int, move: str, touch: Touch) -> None:
    """Make a move by the squares of its way, as a player does."""
    way = follow(page, ply, move, touch)
    if way["becomes"]:
        page.locator(f".picker [data-becomes={way['becomes']}]").click()


def mouse(page: Page, spot: Spot) -> None:
    """A click."""
    page.mouse.click(spot.x, spot.y)


def finger(page: Page, spot: Spot) -> None:
    """A tap."""
    page.touchscreen.tap(spot.x, spot.y)
