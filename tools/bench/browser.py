"""The page in Chromium: what a first visit to a table weighs, how soon a move is seen, how smoothly it flies.

    python -m tools.bench.browser [--moves 25]

A move is measured from the pointer's event to the end of the frame that shows its effect; then the frames
are counted while the checker flies there and back again. A CPU slowed four times is set beside the
machine's own in the same run: its ratio says more than its milliseconds.
"""

import argparse
import statistics
import sys
import tempfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright
from tests.support.browser.table_page import Seat, Way
from tests.support.browser.table_pages import play_now, set_table
from tests.support.chromium import DESKTOP, PHONE, Size, Visits, launch
from tests.support.servers import Server

LIMIT_KB = 60
FLYING = {"speed": 1, "sound": False}
SIZES = {"desktop 1440x900": DESKTOP, "phone 360x740": PHONE}
SLOWER = 4
FRAME_MS = 1000 / 60
WARM_UP = 4

# Notes when a move was made, the moments of all frames from then on, and how long each touch of the board
# took until the frame that shows its effect: performance entries named "tap".
WATCH = """() => {
  const seen = { moved: [], frames: [] };
  Object.assign(window, { seen });
  const { table } = zaria, go = table.go.bind(table);
  table.go = (way) => { seen.moved.push(performance.now()); go(way); };
  const start = (e) => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () =>
      performance.measure('tap', { start: e.timeStamp, end: performance.now() });
    channel.port2.postMessage(0);
  });
  for (const type of ['pointerdown', 'pointerup'])
    document.getElementById('board').addEventListener(type, start);
}"""
# Counts frames until nothing flies any more, from the next one on.
COUNT = """() => new Promise((done) => {
  const times = [];
  const frame = (now) => {
    times.push(now);
    const flying = document.querySelector('.men').getAnimations({ subtree: true }).length > 0;
    if (flying || times.length < 3) requestAnimationFrame(frame);
    else done(times);
  };
  requestAnimationFrame(frame);
})"""
# How long each move took to be seen: the measured touch in the midst of which it was made.
TAPS = """() => seen.moved.map((at) => performance.getEntriesByName('tap')
  .find((e) => e.startTime <= at && at <= e.startTime + e.duration)?.duration).filter(Boolean)"""


class Smoothness(NamedTuple):
    """Milliseconds from touch to frame; frames drawn and missed at 60 Hz."""

    taps: list[float]
    drawn: int
    missed: int

    @property
    def median(self) -> float:
        """Of the touches."""
        return statistics.median(self.taps)

    @property
    def p95(self) -> float:
        """Of the touches."""
        return sorted(self.taps)[int(len(self.taps) * 0.95)]


def at_a_table(browser: Browser, url: str, size: Size) -> tuple[Visits, Seat]:
    """A visitor with dice to play, against the computer."""
    visits = Visits(browser, url)
    page = visits("/", size=size, settings=FLYING)
    play_now(page)
    seat = Seat(page)
    seat.wait("move")
    return visits, seat


def first_visit(browser: Browser, server: Server) -> dict[str, tuple[int, float]]:
    """Requests and KB by type when a friend opens a table's link with an empty cache."""
    visits = Visits(browser, server.url)
    host = visits("/")
    set_table(host, "tabla", "friend")
    link = host.locator(".link input").input_value()
    page = visits.visitor().new_page()
    cdp = page.context.new_cdp_session(page)
    kinds: dict[str, str] = {}
    weights: dict[str, float] = {}
    cdp.on("Network.responseReceived", lambda e: kinds.update({e["requestId"]: e["type"]}))
    cdp.on("Network.loadingFinished", lambda e: weights.update({e["requestId"]: e["encodedDataLength"]}))
    cdp.send("Network.enable")
    page.goto(link, wait_until="networkidle")
    page.wait_for_selector("#sit")
    visits.close()
    requests = Counter(kinds[request_id] for request_id in weights)
    return {
        kind: (n, sum(weights[request_id] for request_id in weights if kinds[request_id] == kind) / 1024)
        for kind, n in requests.items()
    }


def smoothness(browser: Browser, url: str, size: Size, slower: float, moves: int) -> Smoothness:
    """Play steps and take them back, again and again, with the CPU slowed so many times."""
    visits, seat = at_a_table(browser, url, size)
    page = seat.page
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    for _ in range(WARM_UP):
        there_and_back(seat)
    page.evaluate(WATCH)
    drawn = missed = 0
    for _ in range(moves):
        for times in there_and_back(seat):
            drawn += len(times)
            missed += sum(max(0, round((b - a) / FRAME_MS) - 1) for a, b in pairwise(times))
    taps = page.evaluate(TAPS)
    visits.close()
    return Smoothness(taps, drawn, missed)


def there_and_back(seat: Seat) -> list[Any]:
    """One step and its undoing; the moments of the frames of both flights, ms."""
    way: Way = seat.rng.choice(seat.ways())
    seat.step(way)
    there = seat.page.evaluate(COUNT)
    seat.page.keyboard.press("u")
    back = seat.page.evaluate(COUNT)
    return [there, back]


def show_weight(parts: dict[str, tuple[int, float]]) -> float:
    """Print what a visit weighs; its KB."""
    total = sum(kb for _, kb in parts.values())
    print("first visit to a table    requests      KB")
    for kind, (n, kb) in sorted(parts.items(), key=lambda part: -part[1][1]):
        print(f"  {kind.lower():24}{n:8}{kb:8.1f}")
    print(f"  {'all':24}{sum(n for n, _ in parts.values()):8}{total:8.1f}   (limit {LIMIT_KB})", flush=True)
    return total


def show_smoothness(name: str, normal: Smoothness, slow: Smoothness) -> None:
    """Print one size: the machine's own speed, and a CPU slowed."""
    for label, measured in ((name, normal), (f"{name}, CPU/{SLOWER}", slow)):
        share = measured.missed / (measured.drawn + measured.missed)
        ratio = f"{measured.median / normal.median:6.1f} x" if measured is slow else " " * 8
        print(
            f"  {label:28}{measured.median:8.0f}{measured.p95:8.0f}{ratio}"
            f"{measured.drawn:9}{measured.missed:8} ({share:.1%})"
        )
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="The page in Chromium.")
    parser.add_argument("--moves", type=int, default=25, help="moves for each figure (default 25)")
    moves = parser.parse_args().moves
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = launch(playwright)
        try:
            weight = show_weight(first_visit(browser, server))
            print("\ntouch to frame, ms              median     p95  ratio     frames  missed")
            for name, size in SIZES.items():
                normal, slow = (smoothness(browser, server.url, size, rate, moves) for rate in (1, SLOWER))
                show_smoothness(name, normal, slow)
        finally:
            browser.close()
            server.stop()
    return int(weight > LIMIT_KB)


if __name__ == "__main__":
    sys.exit(main())
