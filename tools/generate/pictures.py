"""The pictures of the documentation: real pages of a real club, in the middle of matches that were played.

    python -m tools.generate.pictures [NAME …]

Three of them are in the manifest of the installed club, too, in a lighter form.

The library plays each match until it stands as the picture wants it, and the club opens with it in its
journal. Those of a whole club come from its demo: `tools.generate.gallery`.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from tests.support import servers
from tests.support.browser.arranged_matches import arrange
from tests.support.browser.board_pages import finger, follow, mouse, play, sit_down
from tests.support.browser.short_games import SHORT
from tests.support.chromium import DESKTOP, PHONE, Size, Visits, launch
from tests.support.servers import ROOT, Server

from zaria.match.match import Match
from zaria.match.terms import Terms

PICTURES = ROOT / "docs" / "pictures"
QUALITY = 80
SQUARES = "squares"
APP = {"lobby": "app-front", "tapa": "app-phone", "table": "app-table"}
"""Pictures that a browser shows before it installs the club, by the pictures of the documentation."""
APP_QUALITY = 60


class Shown(NamedTuple):
    """A picture: which match stands how, how it looks, and whether a checker is taken up."""

    name: str
    size: Size
    theme: str
    skin: str
    terms: Terms
    wanted: Callable[[Match], bool]
    taken: bool = True


def climbs(match: Match) -> bool:
    """Light plays the fives of a ladder in the middle of a later game."""
    position = match.dice_position()
    duty = position.duty
    return (
        _to_move(match)
        and match.score == (2, 1)
        and duty is not None
        and duty.own_roll
        and not duty.base
        and duty.stages[0][0] == 5
        and all(60 < position.pips(side) < 260 for side in (0, 1))
    )


def pinned(match: Match) -> bool:
    """Both sides hold checkers of the other."""
    position = match.dice_position()
    return _to_move(match) and all(len(position.pinned(side)) > 1 for side in (0, 1))


def filled(match: Match) -> bool:
    """Light fills its points of the half-board, and has most of them."""
    hand = [match.dice_position().counts(side)[25] for side in (0, 1)]
    return _to_move(match) and 4 <= hand[0] <= 6 and 3 <= hand[1] <= 6


SHOWN = (
    Shown("table", DESKTOP, "dark", "walnut", Terms("gulbara", length=5, cube=True), climbs),
    Shown("tapa", PHONE, "light", "sand", Terms("tapa", length=3), pinned),
    Shown("indiyka", PHONE, "dark", "night", Terms("indiyka"), filled, taken=False),
)


def picture(browser: Browser, shown: Shown, data: Path) -> None:
    """Draw one table, with the checker taken up that has the most places to go to."""
    table = arrange(data, shown.terms, shown.wanted)
    server = Server(data)
    visits = Visits(browser, server.url)
    target = PICTURES / f"{shown.name}.jpg"
    try:
        seat = table.seat(visits, 0, shown.size)
        page = seat.page
        _dress(page, server, theme=shown.theme, skin=shown.skin)
        seat.wait("move")
        if shown.taken:
            seat.point(max(seat.ways(), key=lambda way: (way.choices, way.src)).checker)
        page.wait_for_selector(".ghost")
        page.mouse.move(2, 2)
        shoot(page, target)
        visits.close()
    finally:
        server.stop()


def squares(browser: Browser, data: Path) -> None:
    """Draw a board of squares: half a capture of four men is made."""
    server = Server(data)
    visits = Visits(browser, server.url)
    try:
        sides = sit_down(visits, "draughts")
        moves = SHORT["draughts"].moves.split()
        last = moves.index("16x7x18x9x20")
        for ply, move in enumerate(moves[:last]):
            play(sides[ply % 2], ply, move, (mouse, finger)[ply % 2])
        page = sides[0]
        page.wait_for_function("ply => zaria.table.view.value.squares.plies === ply", arg=last)
        _dress(page, server, theme="dark", skin="walnut")
        follow(page, last, moves[last], mouse, most=3)
        page.mouse.move(2, 2)
        shoot(page, PICTURES / f"{SQUARES}.jpg")
        visits.close()
    finally:
        server.stop()


def _dress(page: Page, server: Server, **look: str) -> None:
    """Give the page of an experienced player, whom nobody guides through a turn, its look."""
    for name, value in look.items():
        page.context.add_cookies([{"name": f"zaria_{name}", "value": value, "url": server.url}])
    page.evaluate("localStorage.setItem('zaria.guide', JSON.stringify({ turns: 3, steps: [] }))")
    page.reload()


def shoot(page: Page, target: Path) -> None:
    """Take a picture of what the screen shows."""
    page.screenshot(path=target, type="jpeg", quality=QUALITY)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1024:.0f} KB")


def app_pictures() -> None:
    """Make the screenshots of the manifest anew, from the pictures that are there."""
    for name, app_name in APP.items():
        target = ROOT / "src/zaria/web/static/zaria/img" / f"{app_name}.webp"
        with Image.open(PICTURES / f"{name}.jpg") as image:
            image.save(target, "WEBP", quality=APP_QUALITY, method=6)


def _to_move(match: Match) -> bool:
    return match.phase == "move" and match.turn == 0 and bool(match.dice_position().turns())


def draw(names: Sequence[str]) -> None:
    """Draw the pictures with these names, or all."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        servers.first = Path(data) / "first"  # its empty club is copied: a server refuses matches without one
        browser = launch(playwright)
        try:
            for shown in SHOWN:
                if not names or shown.name in names:
                    picture(browser, shown, Path(data) / shown.name)
            if not names or SQUARES in names:
                squares(browser, Path(data) / SQUARES)
        finally:
            browser.close()
    app_pictures()


if __name__ == "__main__":
    draw(sys.argv[1:])
