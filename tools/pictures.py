"""The pictures of the documentation: real pages of a real server, showing positions that were thought out.

    python tools/pictures.py

The server sets the table; in its page the state is replaced by ours, and its socket stays silent.
"""

import random
import re
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Route, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.browser.seat import Seat
from tests.browser.tables import set_table
from tests.chromium import AT_ONCE, DESKTOP, PHONE, Size, Visits, launch
from tests.serving import ROOT, Server
from tests.web.stage import NOW, match, state

from zaria import bots, games
from zaria.games.game import Roll
from zaria.games.tables.position import Position
from zaria.live.protocol import LogLine
from zaria.match.clock import Clock
from zaria.match.match import Cube
from zaria.match.terms import ClockTerms

PICTURES = ROOT / "docs" / "pictures"
BOOT = re.compile(r'(<script type="application/json" id="boot">).*?(</script>)', re.DOTALL)
QUALITY = 88


class Shown(NamedTuple):
    """A table: what is played, how it looks, and the match as far as it has come."""

    game: str
    theme: str
    skin: str
    seed: int
    turns: int
    length: int
    more: dict[str, Any]


TABLE = Shown(
    "tabla",
    "dark",
    "walnut",
    33,
    16,
    5,
    {
        "cubes": True,
        "cube": Cube(2, 1),
        "score": (2, 1),
        "clock": ClockTerms(delay=12_000, bank=300_000),
        "running": Clock(bank=(214_000, 187_000), running=0, since=NOW + 3_600_000),
    },
)
PHONE_TABLE = Shown("tapa", "light", "sand", 14, 20, 3, {"score": (1, 1)})


def played(shown: Shown) -> tuple[Position, list[LogLine], Roll]:
    """A game of the plain program against itself, until light has rolled after so many turns."""
    rng, bot = random.Random(shown.seed), bots.get("plain")
    position, log = games.get(shown.game).start(), list[LogLine]()
    while True:
        roll = rng.randint(1, 6), rng.randint(1, 6)
        if not log and roll[0] == roll[1]:
            continue
        if len(log) >= shown.turns and position.turn == 0:
            return position, log, roll
        may = position.turns(roll)
        turn = bot.turn(position, roll) if may else position.complete(roll, ())
        log.append(LogLine(position.turn, roll, str(turn)))
        position = position.play(turn)


def boot(shown: Shown) -> str:
    """The state message with which the page of the player of the light checkers begins."""
    position, log, roll = played(shown)
    now = match(shown.game, position.text(), dice=roll, length=shown.length, **shown.more)
    return state(now, log=log).decode()


def picture(browser: Browser, url: str, size: Size, shown: Shown, target: Path) -> None:
    """Draw one table, with a checker taken up to show where it may go."""
    visits = Visits(browser, url)
    page = visits.page(visits.visitor(size, AT_ONCE))
    page.context.add_cookies(
        [
            {"name": "zaria_theme", "value": shown.theme, "url": url},
            {"name": "zaria_skin", "value": shown.skin, "url": url},
        ]
    )
    set_table(page, shown.game, "friend", length=str(shown.length))
    page.wait_for_selector(".link")
    body = boot(shown)

    def with_our_state(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=BOOT.sub(lambda m: m[1] + body + m[2], answer.text()))

    page.route_web_socket("**/ws", lambda line: None)
    page.route("**/t/*", with_our_state)
    page.reload()
    seat = Seat(page)
    seat.point(max(seat.ways(), key=lambda way: (way.choices, way.src)).checker)
    page.wait_for_selector(".ghost")
    page.mouse.move(2, 2)
    page.screenshot(path=target, type="jpeg", quality=QUALITY)
    visits.close()
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1024:.0f} KB")


def main() -> int:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = launch(playwright)
        try:
            picture(browser, server.url, DESKTOP, TABLE, PICTURES / "table.jpg")
            picture(browser, server.url, PHONE, PHONE_TABLE, PICTURES / "phone.jpg")
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
