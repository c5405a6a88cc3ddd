"""Headless Chromium for tests: one browser for each package of tests, and pages whose consoles stay silent.

A package takes the fixtures by `from tests.chromium import browser, visit` in its conftest. They end with the
package, because Playwright's loop would be in the way of tests that bring a loop of their own.
"""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, sync_playwright

from tests.require import missing
from tests.serving import Server

ARGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")

Size = dict[str, Any]
DESKTOP: Size = {"viewport": {"width": 1440, "height": 900}}
PHONE: Size = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
AT_ONCE = {"speed": 0, "sound": False}
"""Settings of the table page with which nothing flies and nothing waits."""


def find() -> str | None:
    """The path of a Chromium, if there is one."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def launch(playwright: Playwright) -> Browser:
    """Start Chromium; without one the test is skipped, or fails where it is required."""
    path = find()
    if path is None:
        missing("browser", "no Chromium on this machine")
    return playwright.chromium.launch(executable_path=path, args=ARGS)


def becomes(page: Page, script: str, wanted: object, seconds: float = 15) -> None:
    """Until a script gives what is wanted; fails with what it gave last."""
    late = time.monotonic() + seconds
    while (now := page.evaluate(script)) != wanted and time.monotonic() < late:
        page.wait_for_timeout(10)
    assert now == wanted


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium for all tests of the package."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


class Visits:
    """Opens pages of visitors. Whatever a console complains about is a failure, unless it was forgiven."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.complaints: list[str] = []
        self._forgiven: list[str] = []
        self._contexts: list[BrowserContext] = []

    def visitor(
        self, size: Size = DESKTOP, settings: dict[str, Any] = AT_ONCE, **options: Any
    ) -> BrowserContext:
        """Somebody with a browser of his own; `settings` are his of the table page."""
        context = self.browser.new_context(**{"locale": "en-GB", "base_url": self.url, **size, **options})
        keep = f"localStorage.zaria ??= JSON.stringify({json.dumps(settings)})"
        context.add_init_script(f"if (location.protocol !== 'about:') {keep}")
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        return context

    def page(self, who: BrowserContext, path: str = "/") -> Page:
        """Another page of a visitor."""
        page = who.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"pageerror: {error.stack or error}"))
        page.goto(path)
        return page

    def __call__(self, path: str = "/", size: Size = DESKTOP, **options: Any) -> Page:
        """The first page of a new visitor."""
        return self.page(self.visitor(size, **options), path)

    def forgive(self, text: str) -> None:
        """From now on a complaint may contain `text`."""
        self._forgiven.append(text)

    def close(self) -> None:
        """Everybody leaves; fails if there were complaints."""
        for context in self._contexts:
            context.close()
        if self.complaints:
            pytest.fail("the console complains: " + "; ".join(self.complaints))

    def _heard(self, message: ConsoleMessage) -> None:
        loud = message.type in ("error", "warning", "assert")
        if loud and not any(text in message.text for text in self._forgiven):
            self.complaints.append(f"{message.type}: {message.text}")


@pytest.fixture
def visits(browser: Browser) -> Iterator[Callable[[Server], Visits]]:
    """Visits to a server of the test's own."""
    opened: list[Visits] = []

    def to(server: Server) -> Visits:
        opened.append(Visits(browser, server.url))
        return opened[-1]

    yield to
    for one in opened:
        one.close()


@pytest.fixture
def visit(visits: Callable[[Server], Visits], server: Server) -> Visits:
    """Visits to the server that all tests share."""
    return visits(server)
