"""From Done to the next table by the day, in Chromium: with the page loaded in advance, and without.

A member plays one turn at one table after the other. Each way to load a page in advance has a browser of its
own that has been at a table before, with a profile on disk as members have: without one a browser compiles
all scripts again on each page. The ways take turns. It prints the medians from the press of Done on:
the answer of the server, the first byte of the next page, its first picture, and its board ready for a turn.
A ratio is to the way that loads nothing in advance.

    python -m tools.bench.next_table [--rounds 12]
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Error, Page, Playwright, sync_playwright
from tests.support.browser.table_page import Seat
from tests.support.chromium import ARGS, NO_WORKERS, PHONE, find
from tests.support.servers import Server
from tools.bench.statistics import set_up

GOAL_MS = 200
HANDS_ON = {"speed": 0, "sound": False, "roll": False, "done": False, "forced": False}
SETTINGS = f"localStorage.zaria ??= JSON.stringify({json.dumps(HANDS_ON)})"
SETTLED_MS = 1500
"""Milliseconds that the player thinks, for which a page may be loaded in advance."""
AGAIN_MS = 3000
"""Milliseconds after which the member is taken to be on turn at the same table again."""
NO_RULES = "HTMLScriptElement.supports = undefined"
"""Makes a browser one without speculation rules."""
WORKER = """async () => {
  await import('/static/zaria/js/app/main.js');
  await navigator.serviceWorker.ready;
}"""
"""Loads what a page loads when it is quiet."""
# Notes the moments of the press and of the server's answer where the next page finds them.
WATCH = """() => {
  const moment = () => performance.timeOrigin + performance.now();
  document.getElementById('done').addEventListener('pointerdown', () => {
    sessionStorage.pressed = moment();
  }, { capture: true });
  const before = zaria.table.acks.peek();
  zaria.table.acks.subscribe((acks) => {
    if (acks > before && sessionStorage.pressed) sessionStorage.answered ??= moment();
  });
}"""
MOMENTS = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  const [ready] = performance.getEntriesByName('ready');
  const from = Number(sessionStorage.pressed) - performance.timeOrigin;
  const answered = Number(sessionStorage.answered) - Number(sessionStorage.pressed);
  sessionStorage.clear();
  return [answered, page.responseStart - from, (paint ?? ready).startTime - from, ready.startTime - from];
}"""
STEPS = ("answer", "first byte", "picture", "ready")


class Way(NamedTuple):
    """A way in which a browser loads the next page in advance."""

    name: str
    rules: bool
    worker: bool


WAYS = (
    Way("nothing in advance", rules=False, worker=False),
    Way("speculation rules", rules=True, worker=False),
    Way("service worker", rules=False, worker=True),
    Way("both", rules=True, worker=True),
)


class Reader(NamedTuple):
    """The browser of a way, and the member's page in it."""

    way: Way
    page: Page


def set_tables(home: Path, number: int) -> tuple[str, str]:
    """Make a club in which so many tables by the day wait for a member; return their session's cookie."""
    from django.conf import settings
    from tests.support.club.by_day_club import DayMatch, day_terms, play_all
    from tests.support.club.signed_in_members import sign_in

    from zaria.live.journal.factory import FILE

    (home / "secret-key").write_text(settings.SECRET_KEY)
    players = sign_in(2)
    matches = [DayMatch(day_terms("tabla", days=14), 4, 0)] * number
    asyncio.run(play_all(home / FILE, players, matches))
    return settings.SESSION_COOKIE_NAME, players[0].session


def readers(playwright: Playwright, home: Path, url: str, session: tuple[str, str]) -> Iterator[Reader]:
    """A browser of each way, which has been at a table before."""
    name, value = session
    for way in WAYS:
        context = playwright.chromium.launch_persistent_context(
            home / "profiles" / way.name,
            executable_path=find(),
            args=ARGS,
            locale="en-GB",
            base_url=url,
            reduced_motion="reduce",
            **PHONE,
        )
        context.add_cookies([{"name": name, "value": value, "url": url}])
        if not way.rules:
            context.add_init_script(NO_RULES)
        if not way.worker:
            context.add_init_script(NO_WORKERS)
        page = context.pages[0]
        page.add_init_script(f"if (location.protocol !== 'about:') {SETTINGS}")
        page.goto("/next")
        page.wait_for_selector("html[data-ready]")
        if way.worker:
            page.evaluate(WORKER)
        yield Reader(way, page)


def measured(page: Page) -> Sequence[float]:
    """Play a turn at the next table, and go on from there; the moments of `STEPS` in ms from Done on."""
    page.goto("/next")
    seat, table = Seat(page), page.url
    if page.locator("#roll").is_visible():
        seat.roll()
    seat.play_steps()
    page.wait_for_selector("#next-move:not([hidden])")
    page.wait_for_timeout(SETTLED_MS)
    page.evaluate(WATCH)
    seat.press("#done")
    try:
        page.wait_for_url(lambda address: address != table, wait_until="commit", timeout=AGAIN_MS)
    except Error:  # an opponent who was shut out has passed, and the member is on turn again
        return measured(page)
    page.wait_for_selector("html[data-ready]")
    moments: Sequence[Any] = page.evaluate(MOMENTS)
    return moments


def show(times: dict[Way, list[Sequence[float]]]) -> dict[Way, float]:
    """Print the medians of each way; return those of the last step."""
    medians = {
        way: [statistics.median(column) for column in zip(*rows, strict=True)] for way, rows in times.items()
    }
    print(f"{'from Done, ms':24}" + "".join(f"{step:>12}" for step in STEPS) + f"{'ratio':>8}")
    plain = medians[WAYS[0]][-1]
    for way, moments in medians.items():
        numbers = "".join(f"{moment:12.0f}" for moment in moments)
        print(f"  {way.name:22}{numbers}{moments[-1] / plain:8.2f}")
    return {way: moments[-1] for way, moments in medians.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="From Done to the next table by the day, in Chromium.")
    parser.add_argument("--rounds", type=int, default=12, help="turns of each way (default 12)")
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ |= {"ZARIA_DATA": folder, "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings"}
        set_up(home)
        session = set_tables(home, (rounds + 1) * len(WAYS) + 1)
        times: dict[Way, list[Sequence[float]]] = {way: [] for way in WAYS}
        with Server(home) as server, sync_playwright() as playwright:
            pages = list(readers(playwright, home, server.url, session))
            for number in range(rounds + 1):
                for way, page in pages:
                    moments = measured(page)
                    if number:  # the first turn of each way warms its cache
                        times[way].append(moments)
            for _, page in pages:
                page.context.close()
    medians = show(times)
    return int(max(median for way, median in medians.items() if way.rules or way.worker) > GOAL_MS)


if __name__ == "__main__":
    sys.exit(main())
